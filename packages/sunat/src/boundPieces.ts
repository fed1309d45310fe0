/**
 * Ends an exchange whose answer comes in more pieces than any service sends, or never. Bytes and
 * time are limited elsewhere, but not the cost of pieces: the largest body in chunks of one byte
 * takes half a gigabyte of memory, and endless interim responses take a whole CPU.
 */
import type { ClientRequest, IncomingMessage } from 'node:http';
import { TransportError } from './transportError.js';

/** A server that writes a CDR a few bytes at a time sends a thousand chunks. */
const MAX_CHUNKS = 20_000;
/** The most interim responses (`100 Continue` and the like) before the answer. */
const MAX_INTERIM = 20;

export function boundPieces(request: ClientRequest): void {
  let interim = 0;
  request.on('information', () => {
    interim += 1;
    if (interim > MAX_INTERIM) request.destroy(tooManyPieces());
  });
  request.once('upgrade', (_response, socket) => {
    socket.destroy();
    // no answer follows, got has stopped its timers, and node:http has given the request up:
    // destroying it would raise the error on a socket to which nothing listens any more
    request.emit('error', new TransportError('unknown', 'el servidor cambió de protocolo'));
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
