/** Finds the page that a form was on, to which a user returns after a login. */
import type { Request } from 'express';
import { KEPT_FORM } from './keptForm.js';
import type { Route } from './route.js';

/** Whether a path is a page of the panel. */
export type IsPage = (path: string) => boolean;

export function pagesOf(routes: readonly Route[]): IsPage {
  const patterns = routes
    .filter(({ method }) => method === 'get')
    .map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/** The address of the page, with its query; if it is unknown, the nearest page above the action. */
export function pageOfForm(req: Pick<Request, 'get' | 'originalUrl'>, isPage: IsPage): string {
  const referer = req.get('referer') ?? '';
  const from = URL.canParse(referer) ? new URL(referer) : undefined;
  const own = from?.host === req.get('host') && from && isPage(from.pathname) ? from : undefined;
  const sent = new URL(req.originalUrl, 'http://panel');
  return own ? addressOf(own.pathname, own.search) : nearestPage(sent, isPage);
}

function nearestPage({ pathname, search }: URL, isPage: IsPage): string {
  const parts = pathname.split('/');
  while (parts.length > 2 && !isPage(parts.join('/'))) parts.pop();
  const path = parts.join('/');
  return isPage(path) ? addressOf(path, search) : '/';
}

/** Removes the parameters of an earlier notice and of an earlier kept form. */
function addressOf(path: string, search: string): string {
  const query = new URLSearchParams(search);
  for (const name of ['hecho', KEPT_FORM]) query.delete(name);
  return query.size > 0 ? `${path}?${query}` : path;
}

export const withKeptForm = (page: string, token: string): string =>
  `${page}${page.includes('?') ? '&' : '?'}${KEPT_FORM}=${token}`;
