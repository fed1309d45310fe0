/**
 * Ends an exchange whose answer comes in more pieces than a service sends: bytes and time are
 * limited elsewhere, and neither limits what the pieces cost. A body of the largest size in chunks
 * of a byte takes half a gigabyte, and interim answers without end all of a CPU.
 */
import type { ClientRequest, IncomingMessage } from 'node:http';
import { TransportError } from './transportError.js';

/** A server that writes a CDR a few bytes at a time sends a thousand. */
const MAX_CHUNKS = 20_000;
/** `100 Continue` and the like, before the answer. */
const MAX_INTERIM = 20;

export function boundPieces(request: ClientRequest): void {
  let interim = 0;
  request.on('information', () => {
    interim += 1;
    if (interim > MAX_INTERIM) request.destroy(tooManyPieces());
  });
  request.prependListener('response', boundChunks);
}

function boundChunks(response: IncomingMessage): void {
  if (response.headers['transfer-encoding'] === undefined) return;
  const push = response.push.bind(response);
  let chunks = 0;
  response.push = (chunk: Buffer | null) => {
    chunks += 1;
    if (chunks <= MAX_CHUNKS) return push(chunk);
    response.destroy(tooManyPieces());
    return false;
  };
}

const tooManyPieces = () =>
  new TransportError('unknown', 'la respuesta llega en demasiadas partes');
