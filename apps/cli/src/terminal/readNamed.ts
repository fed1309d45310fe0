/** Reads what a person names: a file, a pipe or the standard input, up to a limit. */
import { createReadStream } from 'node:fs';

/** Above every limit of what is read: a request to the API may have 2,000,000 bytes. */
const MOST_BYTES = 4_000_000;

/** @throws an error of the system, EFBIG for a longer one, of which the rest stays unread */
export async function readNamed(source: string | NodeJS.ReadableStream): Promise<Buffer> {
  const stream = typeof source === 'string' ? createReadStream(source) : source;
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    pieces.push(piece);
    size += piece.length;
    if (size > MOST_BYTES) throw Object.assign(new Error('too large'), { code: 'EFBIG' });
  }
  return Buffer.concat(pieces);
}
