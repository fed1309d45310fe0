/**
 * Reads a multipart body and keeps of each part no more than a form needs: what a heavy file has
 * beyond it is counted and dropped, so that the other fields of its form survive it.
 */

/** Of one part, and of all of them together. */
export interface UploadLimits {
  part: number;
  total: number;
  /** A longer body is not read to its end. */
  wire: number;
}

export interface TrimmedBody {
  /** A whole multipart body again. */
  body: Buffer;
  /** The parts that were cut, by name, with the bytes that they had. */
  cut: ReadonlyMap<string, number>;
}

/** @returns undefined when the body is longer than the wire limit */
export async function readTrimmed(
  chunks: AsyncIterable<Buffer>,
  boundary: string,
  limits: UploadLimits,
): Promise<TrimmedBody | undefined> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts = createParts(limits);
  // the first delimiter has no line before it
  let waiting: Buffer = Buffer.from('\r\n');
  let received = 0;
  for await (const chunk of chunks) {
    received += chunk.length;
    if (received > limits.wire) return undefined;
    waiting = Buffer.concat([waiting, chunk]);
    for (let at = waiting.indexOf(delimiter); at >= 0; at = waiting.indexOf(delimiter)) {
      parts.add(waiting.subarray(0, at));
      parts.end(delimiter);
      waiting = waiting.subarray(at + delimiter.length);
    }
    // the rest may be the beginning of a delimiter
    const whole = Math.max(0, waiting.length - delimiter.length);
    parts.add(waiting.subarray(0, whole));
    waiting = waiting.subarray(whole);
  }
  parts.add(waiting);
  return { body: parts.body().subarray(2), cut: parts.cut };
}

function createParts({ part, total }: UploadLimits) {
  const kept: Buffer[] = [];
  const cut = new Map<string, number>();
  let keptBytes = 0;
  let own: Buffer[] = [];
  let ownBytes = 0;
  let ownKept = 0;
  return {
    cut,
    add(bytes: Buffer): void {
      ownBytes += bytes.length;
      const room = Math.max(0, Math.min(part - ownKept, total - keptBytes - ownKept));
      const piece = Buffer.from(bytes.subarray(0, room));
      own.push(piece);
      ownKept += piece.length;
    },
    end(delimiter: Buffer): void {
      const content = Buffer.concat(own);
      if (ownKept < ownBytes) cut.set(nameOf(content), ownBytes);
      kept.push(content, delimiter);
      keptBytes += ownKept;
      own = [];
      ownBytes = 0;
      ownKept = 0;
    },
    body: (): Buffer => Buffer.concat([...kept, ...own]),
  };
}

/** From the headers at the beginning of a part. */
const nameOf = (part: Buffer): string =>
  /\bname="([^"]*)"/.exec(part.toString('utf8', 0, 1_000).split('\r\n\r\n')[0] ?? '')?.[1] ?? '';
