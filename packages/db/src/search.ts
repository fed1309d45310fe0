/** Finds documents for support, by whatever a caller reads out: its reference, number, client or id. */
import type { Db } from './db.js';
import { type FoundReference, foundRows } from './found.js';

/** What is asked for only among the newest: clients have no index, which every sale would have to pay for. */
const NEWEST = 20_000;
/** A shorter beginning is no beginning: half of all references may have it. */
const SHORTEST = 4;

/** A statement that finds ids: $1 is the business or null, $2 how many. */
type Way = (text: string) => readonly [name: string, sql: string, values: readonly unknown[]] | undefined;

/** Each way to find a document, where the text can be that; all of them by an index. */
const WAYS: readonly Way[] = [
  // the reference, from its beginning: its characters all sort before "~"
  (text) =>
    /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(text)
      ? [
          'search_key',
          `SELECT r.document_id AS id FROM "references" r WHERE r.key >= $3::text AND r.key < $4::text
            AND ($1::int IS NULL OR r.business_id = $1) ORDER BY r.key LIMIT $2`,
          [text, `${text}${text.length < SHORTEST ? '!' : '~'}`],
        ]
      : undefined,
  // B001-12, and with the RUC before it, as files are called: 20123456786-03-B001-12
  (text) => {
    const [, ruc, series, digits] = /^(?:(\d{11})[- ](?:0[13][- ])?)?([BF][A-Z0-9]{3})-0*(\d{1,8})$/i.exec(text) ?? [];
    if (!series) return undefined;
    const kind = series.toUpperCase().startsWith('B') ? 'boleta' : 'factura';
    return [
      'search_number',
      `SELECT d.id FROM businesses b CROSS JOIN LATERAL (
          SELECT id FROM documents WHERE business_id = b.id AND kind = $3 AND series = $4 AND number = $5 OFFSET 0) AS d
        WHERE ($1::int IS NULL OR b.id = $1) AND ($6::text IS NULL OR b.ruc = $6) LIMIT $2`,
      [kind, series.toUpperCase(), Number(digits), ruc ?? null],
    ];
  },
  (text) => {
    // the id, or the job that it travels in
    const id = Number(/^(?:d-)?([1-9]\d{0,15})(?:-\d+)?$/.exec(text)?.[1]);
    if (!Number.isSafeInteger(id)) return undefined;
    return ['search_id', 'SELECT id FROM documents WHERE id = $3 AND ($1::int IS NULL OR business_id = $1) LIMIT $2', [id]];
  },
  (text) =>
    /^[A-Za-z0-9._-]{8,64}$/.test(text)
      ? ['search_request', 'SELECT id FROM documents WHERE request_id = $3 AND ($1::int IS NULL OR business_id = $1) LIMIT $2', [text]]
      : undefined,
];

/** A client's document, when nothing else has that name: a look at what is newest. */
const byClient: Way = (text) =>
  /^[A-Za-z0-9-]{4,15}$/.test(text)
    ? [
        'search_client',
        `SELECT id FROM (SELECT id, business_id, client_document FROM documents ORDER BY id DESC LIMIT ${NEWEST}) AS newest
          WHERE client_document = $3 AND ($1::int IS NULL OR business_id = $1) LIMIT $2`,
        [text],
      ]
    : undefined;

/**
 * The newest first. The reference counts from its beginning (whole, when it is very short); series and number as B001-12, after the RUC or without it, the id
 * and the request's id whole; and, where none of these is found, the client's document among the newest documents.
 */
export async function searchReferences(
  db: Db,
  text: string,
  filter: { businessId?: number; limit?: number } = {},
): Promise<FoundReference[]> {
  const { businessId = null, limit = 50 } = filter;
  const ask = async (way: Way): Promise<string[]> => {
    const [name, sql, values] = way(text) ?? [];
    if (!name || !sql || !values) return [];
    const { rows } = await db.pool.query<{ id: string }>({ name, text: sql, values: [businessId, limit, ...values] });
    return rows.map(({ id }) => id);
  };
  const exact = (await Promise.all(WAYS.map(ask))).flat();
  const ids = [...new Set(exact.length > 0 ? exact : await ask(byClient))];
  return ids.length === 0 ? [] : foundRows(db, 'search_references', 'd.id = ANY ($1) ORDER BY d.id DESC LIMIT $2', [ids, limit]);
}
