/** Stores a CDR that could not be added to the files of its document. */
import { type Db, poolOf } from '../db.js';
import type { Fence } from './fence.js';
import type { CdrPlace, CdrSaid } from './pendingCdrs.js';
import { MOST_PENDING } from './pendingCdrs.js';

/**
 * @param forPerson the document is resumed only by a person
 * @returns false when the bound is reached: nothing was stored
 */
export async function keepPendingCdr(
  db: Db,
  fence: Omit<Fence, 'epoch'>,
  place: CdrPlace,
  said: CdrSaid,
  { forPerson = false } = {},
): Promise<boolean> {
  const sealed = 'sealed' in place ? place.sealed : null;
  const objectKey = 'sealed' in place ? null : place.objectKey;
  const { rows } = await poolOf(db).query<{ kept: boolean }>({
    name: 'keep_pending_cdr',
    text: `
      WITH room AS (
        SELECT $5::bytea IS NULL OR (count(*) < $13 AND coalesce(sum(bytes), 0) + $3 <= $14) AS is
          FROM pending_cdrs WHERE sealed IS NOT NULL),
      kept AS (
        INSERT INTO pending_cdrs (document_id, sha256, bytes, object_key, sealed, state, code,
          description, notes, cdr_signature, attempt, worker, resumed_at)
        SELECT $1::bigint, $2::bytea, $3::int, $4, $5::bytea, $6, $7, $8, $9::jsonb, $10, $11::int,
          $12, CASE WHEN $15 THEN now() END FROM room WHERE room.is
        ON CONFLICT DO NOTHING)
      SELECT room.is OR EXISTS (SELECT FROM pending_cdrs
        WHERE document_id = $1 AND sha256 = $2) AS kept FROM room`,
    values: [
      ...[fence.documentId, place.sha256, place.bytes, objectKey, sealed],
      ...[
        said.state,
        said.code,
        said.description,
        JSON.stringify(said.notes),
        said.signature ?? null,
      ],
      ...[fence.attempt, fence.worker, MOST_PENDING.count, MOST_PENDING.bytes, forPerson],
    ],
  });
  return rows[0]?.kept === true;
}
