/**
 * Gives a late CDR to its document: as a file if the document is settled, otherwise as evidence to
 * settle it.
 */
import { type Db, poolOf } from '../db.js';
import { statement } from '../namedParameters.js';
import { stageAfter } from '../stageSql.js';
import type { KeptFile } from './emissionStates.js';
import { ENDPOINT } from './endpoint.js';
import { END_LEASE } from './fence.js';
import type { CdrContent, PendingCdr } from './pendingCdrs.js';

export interface AdoptedCdr {
  documentId: number;
  file: KeptFile;
  cdr: CdrContent;
  attempt: number;
  /** The detail in the timeline: where the CDR came from. */
  detail: string;
  /** The process or the person that provided it. */
  by: string;
}

/**
 * Adds the missing CDR of a settled document: it can be downloaded from now on, and is its
 * evidence.
 * @returns false when the document is settled otherwise, or has its CDR
 */
export async function adoptCdr(
  db: Db,
  { documentId, file, cdr, attempt, detail, by }: AdoptedCdr,
): Promise<boolean> {
  const { state, code, description, signature = null } = cdr;
  const notes = JSON.stringify(cdr.notes);
  const row = { ...file, documentId, state, code, description, notes, signature };
  const { rowCount } = await poolOf(db).query(adopt({ ...row, attempt, detail, by }));
  return rowCount === 1;
}

interface AdoptedRow
  extends KeptFile,
    Omit<AdoptedCdr, 'file' | 'cdr'>,
    Omit<CdrContent, 'notes' | 'signature'> {
  notes: string;
  signature: string | null;
}

/** The lock puts simultaneous adoptions in order: the second one finds the file. */
const adopt = statement<AdoptedRow>(
  'adopt_cdr',
  `WITH settled AS (
    SELECT document_id FROM outcomes WHERE document_id = :documentId AND state = :state FOR UPDATE),
  kept AS (
    INSERT INTO files (document_id, kind, sha256, bytes, object_key)
    SELECT document_id, 'cdr', :sha256::bytea, :bytes::int, :objectKey FROM settled
    ON CONFLICT DO NOTHING RETURNING document_id),
  outcome AS (
    UPDATE outcomes o SET without_cdr = false, code = :code, description = :description,
      notes = :notes::jsonb, cdr_signature = :signature,
      evidence = CASE WHEN evidence IN ('cdr_query', 'person') THEN evidence ELSE 'cdr' END
    FROM kept WHERE o.document_id = kept.document_id
    RETURNING o.document_id, o.business_id),
  gone AS (
    DELETE FROM pending_cdrs p USING outcome o
      WHERE p.document_id = o.document_id AND p.sha256 = :sha256::bytea),
  noted AS (
    INSERT INTO attempts (document_id, business_id, attempt, step, code, detail, worker)
    SELECT o.document_id, o.business_id, :attempt::int, 'cdr', :code, :detail, :by FROM outcome o)
  SELECT document_id FROM outcome`,
);

const USE = `
  WITH held AS (
    UPDATE emissions e SET stage = ${stageAfter('resume', 'sending')}, review_reason = NULL,
      ${END_LEASE}, next_at = now()
    FROM documents d, businesses b, outcomes o, pending_cdrs p
    WHERE e.document_id = $1 AND d.id = e.document_id AND o.document_id = e.document_id
      AND b.id = e.business_id AND e.destination = ${ENDPOINT}
      AND (e.lease_until > now()) IS NOT TRUE
      AND p.document_id = e.document_id AND p.sha256 = $2 AND p.resumed_at IS NULL
    RETURNING e.document_id, e.business_id, e.attempts, d.reference),
  used AS (
    UPDATE pending_cdrs p SET resumed_at = now() FROM held
      WHERE p.document_id = held.document_id AND p.sha256 = $2),
  reference AS (
    UPDATE "references" r SET state = 'finished' FROM held
      WHERE r.business_id = held.business_id AND r.key = held.reference)
  INSERT INTO attempts (document_id, business_id, attempt, step, detail, worker)
  SELECT document_id, business_id, attempts, 'resumed', 'llegó su constancia', $3 FROM held`;

/**
 * Makes the pending document of a late CDR due at once, also out of review: the worker that claims
 * it finds the CDR and settles by it. Only once: a document that is in review again despite its CDR
 * waits for a person, and so does one of an environment that its business has left, which no worker
 * claims.
 */
export async function useLateCdr(
  db: Db,
  { documentId, sha256 }: Pick<PendingCdr, 'documentId' | 'sha256'>,
  worker: string,
): Promise<boolean> {
  const { rowCount } = await poolOf(db).query({
    name: 'use_late_cdr',
    text: USE,
    values: [documentId, sha256, worker],
  });
  return rowCount === 1;
}
