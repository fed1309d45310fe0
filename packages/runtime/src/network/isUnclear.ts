/** Finds requests that a proxy in front may understand differently from this server. */
import type { IncomingMessage } from 'node:http';

/**
 * Whether it is unclear where the request ends, or what follows it: its connection must be closed
 * after the answer. HTTP/1.0 has no transfer encodings, so that a proxy could give the answer to
 * the next request to another client; RFC 9112 (6.1) demands the close. After a protocol upgrade
 * that is not accepted, Node drops the rest of the packet, and a client would wait for its answer.
 */
export const isUnclear = ({ httpVersionMinor, headers }: IncomingMessage): boolean =>
  headers.upgrade !== undefined ||
  (httpVersionMinor === 0 && headers['transfer-encoding'] !== undefined);

/** Counts the Host headers of a request: of several, Node uses the first, and proxies others. */
export function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
