/**
 * Reads a multipart body, keeping no more of each part than a form needs: the rest of a large file
 * is counted and dropped, so that the other fields of its form are not lost.
 */
import { growingBytes } from './growingBytes.js';

export interface UploadLimits {
  /** The most bytes to keep of one part, and of all parts. */
  part: number;
  total: number;
  /** A longer body, or one with more parts, is not read to its end. */
  wire: number;
  parts: number;
}

export interface TrimmedBody {
  /** A complete multipart body of what was kept. */
  body: Buffer;
  /** The original sizes of the parts that were cut, by name. */
  cut: ReadonlyMap<string, number>;
}

/**
 * @param hold called with the number of bytes before they are kept; it may throw
 * @returns undefined when the body is longer than `wire`, or has too many parts
 */
export async function readTrimmed(
  chunks: AsyncIterable<Buffer>,
  boundary: string,
  limits: UploadLimits,
  hold: (bytes: number) => void = () => undefined,
): Promise<TrimmedBody | undefined> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts = createParts(limits, hold);
  // the first delimiter has no line before it
  let waiting: Buffer = Buffer.from('\r\n');
  let received = 0;
  for await (const chunk of chunks) {
    received += chunk.length;
    if (received > limits.wire) return undefined;
    waiting = Buffer.concat([waiting, chunk]);
    for (let at = waiting.indexOf(delimiter); at >= 0; at = waiting.indexOf(delimiter)) {
      parts.add(waiting.subarray(0, at));
      if (parts.end(delimiter) > limits.parts) return undefined;
      waiting = waiting.subarray(at + delimiter.length);
    }
    // the end of the chunk may be the beginning of a delimiter
    const whole = Math.max(0, waiting.length - delimiter.length);
    parts.add(waiting.subarray(0, whole));
    waiting = waiting.subarray(whole);
  }
  parts.add(waiting);
  return { body: parts.body().subarray(2), cut: parts.cut };
}

function createParts({ part, total }: UploadLimits, hold: (bytes: number) => void) {
  let count = 0;
  const kept: Buffer[] = [];
  const cut = new Map<string, number>();
  let keptBytes = 0;
  const own = growingBytes();
  let ownBytes = 0;
  return {
    cut,
    add(bytes: Buffer): void {
      ownBytes += bytes.length;
      const room = Math.min(part, total - keptBytes) - own.length();
      const piece = bytes.subarray(0, Math.max(0, room));
      hold(piece.length);
      own.add(piece);
    },
    /** @returns the number of completed parts */
    end(delimiter: Buffer): number {
      const content = own.take();
      if (content.length < ownBytes) cut.set(nameOf(content), ownBytes);
      kept.push(content, delimiter);
      keptBytes += content.length;
      ownBytes = 0;
      count += 1;
      return count;
    },
    body: (): Buffer => Buffer.concat([...kept, own.all()]),
  };
}

/** The field name in the headers of a part. */
const nameOf = (part: Buffer): string =>
  /\bname="([^"]*)"/.exec(part.toString('utf8', 0, 1_000).split('\r\n\r\n')[0] ?? '')?.[1] ?? '';
