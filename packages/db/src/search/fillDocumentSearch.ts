/**
 * Adds issued documents to the search tables, in batches ordered by id. One process does it at a
 * time; others find the row locked and do nothing.
 */
import { type Db, poolOf } from '../db.js';
import { transaction } from '../transaction.js';

/**
 * SQL: the id below which all documents are committed. An id is drawn before its commit, so that a
 * document is added only after every transaction that could commit a smaller id has ended, which
 * takes seconds.
 */
const SETTLED_ID = `
  SELECT least(now() - interval '10 seconds', (SELECT min(xact_start) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_xid IS NOT NULL)) AS settled`;

const idAt = (moment: string) =>
  `((extract(epoch FROM ${moment}) * 1000)::bigint - 1704067200000) << 10`;

/**
 * SQL: an id ahead of the clock was reached before the clock stepped back, and documents issued
 * since have lower ids. They are looked for from two minutes ago, the longest time for which no
 * worker may have run after the step.
 */
const LOCK = `
  SELECT CASE WHEN searchable_to > ${idAt("(clock_timestamp() - interval '10 seconds')")}
      THEN ${idAt("(clock_timestamp() - interval '2 minutes')")} ELSE searchable_to END AS "from",
    ${idAt('settled')} AS before
  FROM document_search_progress, (${SETTLED_ID}) AS s FOR UPDATE OF document_search_progress
    SKIP LOCKED`;

/** SQL: normalizes each name once, and looks each client of the batch up once, by its key. */
const TAKE = `
  WITH batch AS MATERIALIZED (
    SELECT id, business_id, client_document AS document, search_name(client_name) AS name, total
    FROM documents WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3),
  named AS MATERIALIZED (
    SELECT n.*, c.id FROM (SELECT DISTINCT document, business_id, name FROM batch) AS n
    LEFT JOIN LATERAL (SELECT id FROM clients WHERE document = n.document
      AND business_id = n.business_id AND name = n.name OFFSET 0) AS c ON true),
  added AS (
    INSERT INTO clients (business_id, document, name)
    SELECT business_id, document, name FROM named WHERE id IS NULL
    RETURNING document, business_id, name, id),
  client AS (
    SELECT document, business_id, name, id FROM named WHERE id IS NOT NULL
    UNION ALL SELECT document, business_id, name, id FROM added),
  written AS (
    INSERT INTO document_search (business_id, document_id, client_id, total)
    SELECT b.business_id, b.id, c.id, b.total
    FROM batch b JOIN client c USING (document, business_id, name)
    ON CONFLICT DO NOTHING)
  UPDATE document_search_progress SET searchable_to = coalesce(b.last, $1)
  FROM (SELECT max(id) AS last, count(*)::int AS count FROM batch) AS b
  WHERE b.last IS NOT NULL OR searchable_to > $1 RETURNING b.count`;

/** @returns how many documents were added; a full batch means that there may be more */
export const fillDocumentSearch = (db: Db, limit: number): Promise<number> =>
  transaction(
    db,
    async (client) => {
      const { rows } = await client.query<{ from: string; before: string }>({
        name: 'search_lock',
        text: LOCK,
      });
      const [span] = rows;
      if (!span) return 0;
      const values = [span.from, span.before, limit];
      const taken = await client.query<{ count: number }>(TAKE, values);
      return taken.rows[0]?.count ?? 0;
    },
    // joins two lists of a thousand rows; a worker's connections otherwise join only by index
    'SET LOCAL enable_hashjoin = on',
  );

/** The id up to which every document is searchable. */
export async function searchableTo(db: Db): Promise<number> {
  const { rows } = await poolOf(db).query<{ id: string }>({
    name: 'searchable_to',
    text: 'SELECT searchable_to AS id FROM document_search_progress',
  });
  return Number(rows[0]?.id ?? 0);
}

/**
 * SQL: starts again before a document that was written with an earlier id, as a rebuild does. It
 * locks the row in any case, so that no document is added until the transaction has ended: one
 * that comes to the document before the commit would pass it.
 */
export const SEARCH_AGAIN = `
  UPDATE document_search_progress SET searchable_to = least(searchable_to, $1::bigint - 1)`;
