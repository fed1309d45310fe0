/**
 * Finds calls that the API refused, by what their caller knows: the reference or the request id.
 */
import { type Db, poolOf } from '../db.js';
import { type Scope, scopeParameter } from '../scope.js';

export interface FoundRefusal {
  ruc: string;
  at: Date;
  call: string;
  status: number;
  /** The `codigo` of the answer. */
  code: string;
  reference: string | null;
  requestId: string;
  /** The document that has the reference now. */
  documentId: number | null;
}

/** A shorter text must be the whole reference, because half of all references may begin with it. */
const SHORTEST = 4;

const FIND = `
  SELECT b.ruc, r.at, r.call, r.status, r.code, r.reference, r.request_id AS "requestId",
    k.document_id AS "documentId"
  FROM refused_requests r JOIN businesses b ON b.id = r.business_id
  LEFT JOIN LATERAL (SELECT document_id FROM "references"
    WHERE key = r.reference AND business_id = r.business_id OFFSET 0) AS k ON true
  WHERE r.id = ANY (ARRAY(
    (SELECT id FROM refused_requests
      WHERE request_id = $1 AND ($3::int IS NULL OR business_id = $3) LIMIT $4)
    UNION ALL
    (SELECT id FROM refused_requests WHERE reference IS NOT NULL
      AND reference COLLATE "C" >= $1 AND reference COLLATE "C" < $2
      AND ($3::int IS NULL OR business_id = $3) ORDER BY reference COLLATE "C" LIMIT $4)))
  ORDER BY r.id DESC LIMIT $4`;

/** Finds calls, the newest first, by the whole request id or the beginning of the reference. */
export async function searchRefusedRequests(
  db: Db,
  text: string,
  { scope, limit }: { scope: Scope; limit: number },
): Promise<FoundRefusal[]> {
  const { rows } = await poolOf(db).query<
    Omit<FoundRefusal, 'documentId'> & { documentId: string | null }
  >({
    name: 'search_refusals',
    text: FIND,
    values: [text, text + (text.length < SHORTEST ? '!' : '~'), scopeParameter(scope), limit],
  });
  return rows.map((row) => ({
    ...row,
    documentId: row.documentId === null ? null : Number(row.documentId),
  }));
}
