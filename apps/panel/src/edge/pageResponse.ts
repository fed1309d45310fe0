/** The kinds of response that a page returns, as values; `render.tsx` writes them. */
import type { ComponentChildren, VNode } from 'preact';
import type { AuthenticatedRequest, PageRequest } from './pageRequest.js';

export type PageResponse =
  | { kind: 'page'; title: string; body: VNode; status?: number; headers?: Headers }
  /** A document for an iframe of the panel: without the menu and the search box. */
  | { kind: 'framed'; title: string; body: ComponentChildren }
  /**
   * 303 See Other, the response to every form that was carried out. `cookie` is the session's,
   * `device` the browser's.
   */
  | { kind: 'redirect'; to: string; cookie?: { value: string } | 'gone'; device?: string }
  | { kind: 'file'; content: Buffer; type: string; name?: string; inline?: boolean }
  /** A download that is generated while it is sent, as fast as the browser takes it. */
  | { kind: 'stream'; chunks: AsyncIterable<string>; type: string; name: string };

/** Whether a guard ended the call with a response instead of passing a request on. */
export const isResponse = (passed: PageRequest | PageResponse): passed is PageResponse =>
  'kind' in passed;

type Headers = Record<string, string>;

export type PageHandler<R extends PageRequest = AuthenticatedRequest> = (
  request: R,
) => Promise<PageResponse> | PageResponse;

export const page = (
  title: string,
  body: VNode,
  options: { status?: number; headers?: Headers } = {},
): PageResponse => ({ kind: 'page', title, body, ...options });

/** A page that the browser requests again after this many seconds. */
export const retryAfter = (response: PageResponse, seconds: number): PageResponse =>
  response.kind === 'page'
    ? { ...response, headers: { ...response.headers, 'Retry-After': String(seconds) } }
    : response;

export const framed = (title: string, body: ComponentChildren): PageResponse => ({
  kind: 'framed',
  title,
  body,
});

export const redirect = (to: string): PageResponse => ({ kind: 'redirect', to });

/**
 * Redirects to a page that shows a notice. The address carries a key of `NOTICES`, never the text,
 * so that a link made elsewhere cannot put words into the panel.
 */
export const redirectWithNotice = (to: string, notice: string): PageResponse =>
  redirect(`${to}${to.includes('?') ? '&' : '?'}hecho=${notice}`);
