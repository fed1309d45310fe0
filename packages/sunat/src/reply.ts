/** The possible results of an exchange with the authority. A transport failure is a value too. */
import { cut } from './plainText.js';
import type { TransportError } from './transportError.js';

export type Reply =
  /** A ZIP, by its first bytes; packages/engine reads its content. */
  | ({ is: 'cdr'; zip: Buffer } & Exchange)
  /** A SOAP fault with the authority's code. It names no document. */
  | ({ is: 'fault'; code: string; text: string } & Exchange)
  /** No answer, or not all of it. */
  | { is: 'transport_error'; delivered: TransportError['delivered']; reason: string }
  /** HTTP 429: refused without being read. */
  | { is: 'throttled'; reason: string; retryAfterMs?: number }
  /**
   * The service failed: HTTP 5xx without a SOAP fault, or a web page or nothing instead of an
   * answer. The document may have been registered. `fault`: a SOAP fault of the server without a
   * code, which may concern this file alone.
   */
  | { is: 'server_error'; reason: string; fault?: true }
  /**
   * An answer that is not of the authority's services, HTTP 4xx among them. The document may have
   * been registered. `blocked`: the page of a firewall, which may refuse this file alone.
   */
  | { is: 'unreadable'; reason: string; excerpt: Buffer; blocked?: true };

/** The connection that an answer came on. */
export interface Exchange {
  /**
   * It carried another exchange before: only an answer that names the document surely belongs to
   * this request.
   */
  reused: boolean;
  /** Closes the connection: its next answer may belong to another request. */
  discard(): void;
}

/** getStatusCdr may also answer with a status of its own: 0011 and the like. */
export type StatusReply = Reply | { is: 'status'; code: string; text: string };

/** estadoCp of Consulta Integrada. */
export const VALIDITY = {
  '0': 'unknown',
  '1': 'accepted',
  '2': 'voided',
  '3': 'authorised',
  '4': 'unauthorised',
} as const;
export type Validity = (typeof VALIDITY)[keyof typeof VALIDITY];

export type ConsultReply =
  | Exclude<Reply, { is: 'cdr' | 'fault' }>
  | { is: 'validity'; validity: Validity; text: string }
  /** The service answers that it cannot tell: `success` is false. */
  | { is: 'declined'; reason: string }
  /** The service refuses our credentials. */
  | { is: 'denied'; reason: string };

const EXCERPT_BYTES = 16_384;

/** @param body is not kept: its excerpt is a copy */
export const unreadable = (reason: string, body: Buffer) =>
  ({ is: 'unreadable', reason, excerpt: Buffer.from(body.subarray(0, EXCERPT_BYTES)) }) as const;

/**
 * A reply that is not in the service's format. A web page with a status of success or 404 is a
 * server error, and so is an empty 200: services send them during maintenance. With 403 a web page
 * is a firewall's, which may refuse us in an outage or for ever.
 */
export function notOfService(status: number, what: string, body: Buffer) {
  const page = isWebPage(body);
  const words = page ? wordsOf(body) : '';
  const reason = words ? `${what}: ${words}` : what;
  const down = status >= 500 || (page && (status < 400 || status === 404));
  if (down || (status === 200 && body.length === 0)) return { is: 'server_error', reason } as const;
  const blocked = page && status === 403;
  return { ...unreadable(reason, body), ...(blocked && { blocked }) };
}

/** Whether the service refuses our credentials. With a page, a firewall before it refuses us. */
export const isRefusal = (status: number, body: Buffer): boolean =>
  (status === 401 || status === 403) && !isWebPage(body);

const isWebPage = (body: Buffer): boolean => WEB_PAGE.test(body.toString('latin1', 0, 400));

const WEB_PAGE =
  /^\s*(?:\xef\xbb\xbf)?\s*(?:<\?xml\b[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<(?:!doctype\s+)?html\b/i;

/** The first words of a page; that of a firewall gives the ID which its operator asks for. */
function wordsOf(page: Buffer): string {
  const words = page
    .toString('utf8', 0, 8_192)
    .replace(/<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/[\s\p{Cc}\ufeff]+/gu, ' ');
  return cut(words.trim(), MAX_WORDS);
}

const MAX_WORDS = 200;

export const transportFailure = ({ delivered, reason }: TransportError) =>
  ({ is: 'transport_error', delivered, reason }) as const;

/**
 * Bounds of Retry-After: with 0 the service would be asked at once, with a day the deadline would
 * pass.
 */
const SOONEST_S = 1;
const LATEST_S = 300;

/** Retry-After in seconds, as services send it; a date is ignored. */
export function throttled(retryAfter: string | undefined) {
  const seconds = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  return {
    is: 'throttled',
    reason: 'HTTP 429',
    ...(seconds !== undefined && {
      retryAfterMs: Math.min(Math.max(seconds, SOONEST_S), LATEST_S) * 1_000,
    }),
  } as const;
}
