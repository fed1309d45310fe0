/** Stores a CDR that is not among its document's files yet, within a bound. */
import { type Db, poolOf } from '../db.js';
import { statement } from '../namedParameters.js';
import type { Fence } from './fence.js';
import { type CdrContent, type CdrPlace, MAX_PENDING_CDRS } from './pendingCdrs.js';

/**
 * @param forPerson whether only a person resumes the document
 * @returns false, without storing it, when the bound is reached
 */
export async function keepPendingCdr(
  db: Db,
  fence: Omit<Fence, 'epoch'>,
  place: CdrPlace,
  content: CdrContent,
  { forPerson = false } = {},
): Promise<boolean> {
  const row = { ...toRow(fence, place, content), forPerson };
  const { rows } = await poolOf(db).query<{ kept: boolean }>(keep(row));
  return rows[0]?.kept === true;
}

const toRow = (
  { documentId, attempt, worker }: Omit<Fence, 'epoch'>,
  place: CdrPlace,
  { state, code, description, notes, signature }: CdrContent,
) => ({
  documentId,
  attempt,
  worker,
  sha256: place.sha256,
  bytes: place.bytes,
  sealed: 'sealed' in place ? place.sealed : null,
  objectKey: 'sealed' in place ? null : place.objectKey,
  state,
  code,
  description,
  notes: JSON.stringify(notes),
  signature: signature ?? null,
});

const keep = statement<ReturnType<typeof toRow> & { forPerson: boolean }>(
  'keep_pending_cdr',
  `WITH room AS (
      SELECT :sealed::bytea IS NULL OR (count(*) < ${MAX_PENDING_CDRS.count}
        AND coalesce(sum(bytes), 0) + :bytes <= ${MAX_PENDING_CDRS.bytes}) AS is
      FROM pending_cdrs WHERE sealed IS NOT NULL),
    kept AS (
      INSERT INTO pending_cdrs (document_id, sha256, bytes, object_key, sealed, state, code,
        description, notes, cdr_signature, attempt, worker, resumed_at)
      SELECT :documentId::bigint, :sha256::bytea, :bytes::int, :objectKey, :sealed::bytea, :state,
        :code, :description, :notes::jsonb, :signature, :attempt::int, :worker,
        CASE WHEN :forPerson THEN now() END FROM room WHERE room.is
      ON CONFLICT DO NOTHING)
    SELECT room.is OR EXISTS (SELECT FROM pending_cdrs
      WHERE document_id = :documentId AND sha256 = :sha256) AS kept FROM room`,
);
