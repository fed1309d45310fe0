/**
 * Finds documents for support, by whatever a caller reads out: its reference, number, client or id,
 * and the text of a printed QR.
 */
import type { Db } from '../db.js';
import { type DocumentSummary, selectSummaries } from './documentSummary.js';
import { filterDocuments } from './filteredDocuments.js';

/** A shorter beginning is no beginning: half of all references may have it. */
const SHORTEST = 4;

/**
 * A way to find ids where the text can be that: $1 is the business or null, $2 how many; `given`
 * makes a place for a value.
 */
interface SearchMethod {
  name: string;
  sql(text: string, given: (value: unknown) => string): string | undefined;
}

/** All of them by an index. */
const METHODS: readonly SearchMethod[] = [
  {
    name: 'key',
    // from its beginning: its characters all sort before "~" and after "!"
    sql: (text, given) =>
      /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(text)
        ? `SELECT document_id AS id FROM "references" WHERE key >= ${given(text)}::text
            AND key < ${given(text + (text.length < SHORTEST ? '!' : '~'))}::text
              AND ($1::int IS NULL OR business_id = $1) ORDER BY key LIMIT $2`
        : undefined,
  },
  {
    name: 'number',
    sql(text, given) {
      const { ruc, series, digits } = numberIn(text) ?? {};
      if (!series) return undefined;
      const kind = given(series.startsWith('B') ? 'boleta' : 'factura');
      const of = given(ruc ?? null);
      return `SELECT d.id FROM businesses b CROSS JOIN LATERAL (
          SELECT id FROM documents
            WHERE business_id = b.id AND kind = ${kind} AND series = ${given(series)}
            AND environment = ANY ('{simulator,beta,production}')
              AND number = ${given(Number(digits))} OFFSET 0) AS d
        WHERE ($1::int IS NULL OR b.id = $1) AND (${of}::text IS NULL OR b.ruc = ${of}) LIMIT $2`;
    },
  },
  {
    name: 'id',
    // or the job that it travels in
    sql(text, given) {
      const id = Number(/^(?:d-)?([1-9]\d{0,15})(?:-\d+)?$/.exec(text)?.[1]);
      return Number.isSafeInteger(id)
        ? `SELECT id FROM documents
          WHERE id = ${given(id)} AND ($1::int IS NULL OR business_id = $1) LIMIT $2`
        : undefined;
    },
  },
  {
    name: 'request',
    sql: (text, given) =>
      /^[A-Za-z0-9._-]{8,64}$/.test(text)
        ? `SELECT id FROM documents
          WHERE request_id = ${given(text)} AND ($1::int IS NULL OR business_id = $1) LIMIT $2`
        : undefined,
  },
];

const SHORT_NUMBER = /^\W*([bf][a-z0-9]{3})\W+0*(\d{1,8})\W*$/i;
const NUMBER_OF_RUC = /^\W*(\d{11})\W+(?:0?[13]\W+)?([bf][a-z0-9]{3})\W+0*(\d{1,8})(?:\W.*)?$/i;

/**
 * B001-12; with the RUC before it, as files are called, 20123456786-03-B001-12; and the text of the
 * QR on paper, RUC|03|B001|12|18.00|…, with whatever a scanner and a keyboard make of its bars.
 */
function numberIn(
  text: string,
): { ruc: string | undefined; series: string; digits: string } | undefined {
  const short = SHORT_NUMBER.exec(text);
  const [, ruc, series = '', digits = ''] =
    NUMBER_OF_RUC.exec(text) ?? (short ? ['', undefined, short[1], short[2]] : []);
  return series ? { ruc, series: series.toUpperCase(), digits } : undefined;
}

/**
 * The newest first. The reference counts from its beginning (whole, when it is very short); series
 * and number as B001-12, after the RUC or without it, the id and the request's id whole; and, where
 * none of these is found, the client's document.
 * @param filter `clients`: false for a caller that lists the documents of a client by itself
 */
export async function searchDocuments(
  db: Db,
  text: string,
  filter: { businessId?: number; limit?: number; clients?: boolean } = {},
): Promise<DocumentSummary[]> {
  const { businessId, limit = 50, clients = true } = filter;
  const found = await searchByMethods(db, METHODS, text, filter);
  if (found.length > 0 || !clients || !/^[A-Za-z0-9-]{4,15}$/.test(text)) return found;
  const ofClient = { businessId, clientDocument: text };
  return (await filterDocuments(db, ofClient, { limit, newestFirst: true })).rows;
}

/** In one statement: a person's text is looked for in every way at once. */
async function searchByMethods(
  db: Db,
  ways: readonly SearchMethod[],
  text: string,
  { businessId, limit = 50 }: { businessId?: number; limit?: number },
): Promise<DocumentSummary[]> {
  const values: unknown[] = [businessId ?? null, limit];
  const given = (value: unknown) => `$${values.push(value)}`;
  const asked = ways.flatMap(({ name, sql }) => {
    const way = sql(text, given);
    return way === undefined ? [] : [{ name, way }];
  });
  if (asked.length === 0) return [];
  const ids = asked.map(({ way }) => `(${way})`).join(' UNION ALL ');
  return selectSummaries(
    db,
    `search_${asked.map(({ name }) => name).join('_')}`,
    `d.id = ANY (ARRAY(${ids})) ORDER BY d.id DESC LIMIT $2`,
    values,
  );
}
