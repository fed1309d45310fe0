/**
 * Gives a body that comes in chunks of some bytes to its reader in larger pieces. A packet of 64 kB
 * brings ten thousand chunks of one byte, each of which would be an object of 200 bytes until it is
 * read, and Node bounds what waits for a reader by the bytes, not by the objects.
 */
import type { IncomingMessage } from 'node:http';

/** A chunk of more is passed on as it is. */
const SMALL = 1_024;
const PIECE = 4_096;

export function gatherChunks(req: IncomingMessage): void {
  if (req.headers['transfer-encoding'] === undefined) return;
  const push = req.push.bind(req);
  let piece: Buffer | undefined;
  let length = 0;

  function flush(): boolean {
    if (length === 0) return true;
    const gathered = (piece as Buffer).subarray(0, length);
    const rest = (piece as Buffer).subarray(length);
    piece = rest.length >= SMALL ? rest : undefined;
    length = 0;
    return push(gathered);
  }

  /** Passed on after the packets of this turn: Node would run the next tick after each chunk. */
  function gather(chunk: Buffer): boolean {
    if (length === 0) setImmediate(flush);
    piece ??= Buffer.allocUnsafeSlow(PIECE);
    if (length + chunk.length > piece.length) {
      flush();
      piece ??= Buffer.allocUnsafeSlow(PIECE);
    }
    length += chunk.copy(piece, length);
    return req.readableLength < req.readableHighWaterMark;
  }

  req.push = (chunk: Buffer | null) => {
    if (chunk !== null && chunk.length < SMALL) return gather(chunk);
    flush();
    return push(chunk);
  };
}
