/**
 * What was acknowledged to a caller, in full: enough to write its rows again in a database that was
 * restored from an older copy. One record of the journal holds the lines of one write, each the
 * JSON of one document, compressed.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Journal } from '../journal/journal.js';

/** A line of the journal. */
export interface Acknowledged {
  id: number;
  ruc: string;
  kind: string;
  series: string;
  number: number;
  /** The caller's key, and the SHA-256 of the request in hexadecimal. */
  reference: string;
  hash: string;
  /** The environment that it belongs to: 'simulator', 'beta' or 'production'. */
  environment: string;
  issueDate: string;
  currency: string;
  client: { documentType: string; document: string; name: string };
  /** Decimal text. */
  total: string;
  deadline: string;
  requestId: string;
  sale: unknown;
  totals: unknown;
  warnings: unknown;
  /** The bytes of the 201. */
  answer: string;
}

const pack = promisify(gzip);
const unpack = promisify(gunzip);
/** The lines are similar: the lowest level brings most of the compression. */
const LEVEL = 1;
const MOST_BYTES = 256 * 1024 * 1024;

/** @param lines each the JSON of an `Acknowledged` */
export const recordOf = (lines: readonly string[]): Promise<Buffer> =>
  pack(Buffer.from(lines.join('\n')), { level: LEVEL });

/** Every document that was acknowledged from this day on. */
export async function* readAcknowledged(
  journal: Journal,
  from: Date,
): AsyncGenerator<Acknowledged> {
  for await (const record of journal.read(from)) {
    const text = (await unpack(record, { maxOutputLength: MOST_BYTES })).toString('utf8');
    for (const line of text.split('\n')) yield JSON.parse(line) as Acknowledged;
  }
}
