/**
 * What was acknowledged to a caller, whole: enough to write its rows again when the database
 * forgets them. One record of the journal holds what was acknowledged together, a line of JSON
 * each, compressed.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Journal } from '../journal/journal.js';

/** As it stands in the journal. */
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
/** The first steps bring most of it, for texts that are alike. */
const LEVEL = 1;
const MOST_BYTES = 256 * 1024 * 1024;

/** @param lines each the JSON of an `Acknowledged` */
export const recordOf = (lines: readonly string[]): Promise<Buffer> =>
  pack(Buffer.from(lines.join('\n')), { level: LEVEL });

/** All that was acknowledged from this day on. */
export async function* readAcknowledged(
  journal: Journal,
  from: Date,
): AsyncGenerator<Acknowledged> {
  for await (const record of journal.read(from)) {
    const text = (await unpack(record, { maxOutputLength: MOST_BYTES })).toString('utf8');
    for (const line of text.split('\n')) yield JSON.parse(line) as Acknowledged;
  }
}
