/**
 * A request of HTTP/1.0 with a transfer encoding, which that version does not know: a proxy finds
 * its end elsewhere, and would read the answer to the next one as another client's. RFC 9112 (6.1)
 * asks for the end of its connection.
 */
import type { IncomingMessage } from 'node:http';

export const isUnclear = ({ httpVersionMinor, headers }: IncomingMessage): boolean =>
  httpVersionMinor === 0 && headers['transfer-encoding'] !== undefined;
