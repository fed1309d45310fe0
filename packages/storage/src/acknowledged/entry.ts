/**
 * The journal's entry for an acknowledged document, complete enough to rebuild its rows in a
 * database that was restored from an older copy. A record of the journal has the lines of a write,
 * compressed; each line is the JSON of one document.
 */
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import type { Journal } from '../journal/journal.js';

/** A line of the journal. */
export interface Acknowledged {
  id: number;
  ruc: string;
  kind: string;
  series: string;
  number: number;
  /** The Idempotency-Key. */
  reference: string;
  /** SHA-256 of the request, hexadecimal. */
  hash: string;
  /** 'simulator', 'beta' or 'production'. */
  environment: string;
  issueDate: string;
  currency: string;
  client: { documentType: string; document: string; name: string };
  /** As a decimal text. */
  total: string;
  deadline: string;
  requestId: string;
  sale: unknown;
  totals: unknown;
  warnings: unknown;
  /** The body of the 201. */
  answer: string;
}

const unpack = promisify(gunzip);
/** The lowest level compresses enough, because the lines are similar. */
const LEVEL = 1;
/** A record that inflates to more is not read. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Makes one record of the lines. They are encoded in pieces: those of sales of 500 lines have
 * megabytes, and encoding them at once would delay the requests of this process.
 * @param lines the JSON of one `Acknowledged` each
 */
export async function recordOf(lines: readonly string[]): Promise<Buffer> {
  const packed: Buffer[] = [];
  const gzip = createGzip({ level: LEVEL, chunkSize: PIECE });
  await pipeline(piecesOf(lines), gzip, async (source) => {
    for await (const chunk of source) packed.push(chunk);
  });
  return Buffer.concat(packed);
}

/** Characters of a piece, unless one line has more. */
const PIECE = 128 * 1024;

function* piecesOf(lines: readonly string[]): Generator<Buffer> {
  let text = '';
  for (const [index, line] of lines.entries()) {
    text += index === 0 ? line : `\n${line}`;
    if (text.length < PIECE) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** Reads every document that was acknowledged from this day on. */
export async function* readAcknowledged(
  journal: Journal,
  from: Date,
): AsyncGenerator<Acknowledged> {
  for await (const record of journal.read(from)) {
    const text = (await unpack(record, { maxOutputLength: MAX_BYTES })).toString('utf8');
    for (const line of text.split('\n')) yield acknowledgedOf(JSON.parse(line));
  }
}

/** Lines have the answer as JSON; those of earlier versions have its text. */
function acknowledgedOf(
  line: Omit<Acknowledged, 'answer'> & { answer: string | object },
): Acknowledged {
  const { answer } = line;
  return { ...line, answer: typeof answer === 'string' ? answer : JSON.stringify(answer) };
}
