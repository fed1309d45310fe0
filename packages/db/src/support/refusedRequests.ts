/** Stores the requests that the API refused, in bulk: the newest thousand of each business. */
import { actingFor, businessList } from '../actingFor.js';
import { type ColumnTable, columnValues, unnestColumns } from '../columnTable.js';
import { type Db, poolOf } from '../db.js';
import type { PageQuery } from './pageQuery.js';

export interface RefusedRequest {
  businessId: number;
  credentialId: number;
  at: Date;
  /** The method and the route: 'POST /v1/boletas'. */
  call: string;
  status: number;
  /** The `codigo` of the answer. */
  code: string;
  /** The names of the fields that were wrong, never their values. */
  fields: readonly string[];
  reference: string | null;
  requestId: string;
  tookMs: number;
}

/** The number of requests of one business that are kept; older ones are deleted. */
export const MAX_REFUSED_REQUESTS = 1_000;

const COLUMNS: ColumnTable<RefusedRequest> = {
  business_id: ['int', ({ businessId }) => businessId],
  credential_id: ['int', ({ credentialId }) => credentialId],
  at: ['timestamptz', ({ at }) => at],
  call: ['text', ({ call }) => call],
  status: ['smallint', ({ status }) => status],
  code: ['text', ({ code }) => code],
  // joined, because arrays of arrays must be rectangular in PostgreSQL; field names have no spaces
  fields: ['text', ({ fields }) => fields.join(' ')],
  reference: ['text', ({ reference }) => reference],
  request_id: ['text', ({ requestId }) => requestId],
  took_ms: ['int', ({ tookMs }) => tookMs],
};

const ACTING = actingFor(Object.keys(COLUMNS).length + 1);

/**
 * Always true: the commit waits for no standby. No row of this table locks another, so while a
 * synchronous standby is away, each write would leave one more session that waits for it.
 */
const WITHOUT_STANDBY = `(SELECT set_config('synchronous_commit', 'local', true)) IS NOT NULL`;

const WRITE = `
  WITH fresh AS (
    INSERT INTO refused_requests (business_id, credential_id, at, call, status, code, fields,
      reference, request_id, took_ms)
    SELECT t.business_id, t.credential_id, t.at, t.call, t.status, t.code,
      string_to_array(nullif(t.fields, ''), ' '), t.reference, t.request_id, t.took_ms
    FROM ${unnestColumns(COLUMNS, 't', 1)} WHERE ${ACTING} AND ${WITHOUT_STANDBY}
    RETURNING business_id)
  DELETE FROM refused_requests r USING (
    SELECT b.id, (SELECT k.id FROM refused_requests k WHERE k.business_id = b.id
      ORDER BY k.id DESC OFFSET ${MAX_REFUSED_REQUESTS - 1} LIMIT 1) AS oldest
    FROM (SELECT DISTINCT business_id AS id FROM fresh) AS b) AS kept
  WHERE r.business_id = kept.id AND r.id < kept.oldest AND ${ACTING}`;

/** Writes all requests in one statement, which also deletes the oldest of their businesses. */
export async function saveRefusedRequests(
  db: Db,
  refused: readonly RefusedRequest[],
): Promise<void> {
  const businesses = new Set(refused.map(({ businessId }) => businessId));
  const values = [...columnValues(COLUMNS, refused), businessList(...businesses)];
  await poolOf(db).query({ name: 'note_refusals', text: WRITE, values });
}

export interface RefusedRequestSummary extends RefusedRequest {
  id: number;
  /** The name of its credential. */
  credential: string;
  /** The document that has its reference now. */
  documentId: number | null;
}

export interface RefusedRequestFilter extends PageQuery {
  code?: string | undefined;
  /** The whole reference or request id to search for. */
  named?: string | undefined;
}

/** Lists refused requests, the newest first. */
export async function listRefusedRequests(
  db: Db,
  businessId: number,
  { code, named, from, back, limit }: RefusedRequestFilter,
): Promise<RefusedRequestSummary[]> {
  const backwards = back === true && from !== undefined;
  const [beyond, order] = backwards ? ['>', 'ASC'] : ['<', 'DESC'];
  const { rows } = await poolOf(db).query<
    Omit<RefusedRequestSummary, 'id' | 'documentId'> & { id: string; documentId: string | null }
  >({
    name: backwards ? 'list_refusals_back' : 'list_refusals',
    text: `SELECT r.id, r.business_id AS "businessId", r.credential_id AS "credentialId",
      c.name AS credential, r.at, r.call, r.status, r.code,
        coalesce(r.fields, '{}') AS fields, r.reference, r.request_id AS "requestId",
          r.took_ms AS "tookMs", k.document_id AS "documentId"
      FROM (SELECT * FROM refused_requests
        WHERE business_id = $1 AND ($2::text IS NULL OR code = $2)
          AND ($5::text IS NULL OR reference = $5 OR request_id = $5)
          AND id ${beyond} $3 ORDER BY id ${order} LIMIT $4) AS r
      JOIN credentials c ON c.id = r.credential_id
      LEFT JOIN LATERAL (SELECT document_id FROM "references"
        WHERE key = r.reference AND business_id = r.business_id OFFSET 0) AS k ON true
      ORDER BY r.id DESC`,
    values: [businessId, code ?? null, from ?? Number.MAX_SAFE_INTEGER, limit, named ?? null],
  });
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    documentId: row.documentId === null ? null : Number(row.documentId),
  }));
}

export interface RefusedRequestGroup {
  status: number;
  code: string;
  /** The names of the fields that were wrong. */
  fields: string[];
  count: number;
  first: Date;
  last: Date;
}

/** Counts the stored requests by status, code and fields; the largest count first. */
export async function groupRefusedRequests(
  db: Db,
  businessId: number,
): Promise<RefusedRequestGroup[]> {
  const { rows } = await poolOf(db).query<RefusedRequestGroup>({
    name: 'group_refusals',
    text: `SELECT status, code, coalesce(fields, '{}') AS fields, count(*)::int AS count,
      min(at) AS first, max(at) AS last
      FROM (SELECT * FROM refused_requests WHERE business_id = $1 ORDER BY id DESC
        LIMIT ${MAX_REFUSED_REQUESTS}) AS r GROUP BY 1, 2, 3 ORDER BY count(*) DESC, max(at) DESC
          LIMIT 20`,
    values: [businessId],
  });
  return rows;
}
