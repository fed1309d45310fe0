/** Requests that a proxy in front may read otherwise than this server. */
import type { IncomingMessage } from 'node:http';

/**
 * Requests whose end or whose successor is unclear: their connection is closed with the answer.
 * HTTP/1.0 does not know transfer encodings, so that a proxy would read the answer to the next
 * request as another client's; RFC 9112 (6.1) asks for the end. After one that asks for another
 * protocol, Node drops what came in the same packet: its client would wait for an answer.
 */
export const isUnclear = ({ httpVersionMinor, headers }: IncomingMessage): boolean =>
  headers.upgrade !== undefined ||
  (httpVersionMinor === 0 && headers['transfer-encoding'] !== undefined);

/** How many Host headers a request has: of several, Node names the first, and proxies others. */
export function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
