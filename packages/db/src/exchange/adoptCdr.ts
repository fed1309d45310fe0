/**
 * Gives a late CDR to its document: as a file if the document is settled, otherwise as evidence to
 * settle it.
 */
import { type Db, poolOf } from '../db.js';
import { stageAfter } from '../stageSql.js';
import type { KeptFile } from './emissionStates.js';
import { ENDPOINT } from './endpoint.js';
import { END_LEASE } from './fence.js';
import type { CdrContent, PendingCdr } from './pendingCdrs.js';

/** The lock puts simultaneous adoptions in order: the second one finds the file. */
const ADOPT = `
  WITH settled AS (
    SELECT document_id FROM outcomes WHERE document_id = $1 AND state = $3 FOR UPDATE),
  kept AS (
    INSERT INTO files (document_id, kind, sha256, bytes, object_key)
    SELECT document_id, 'cdr', $2::bytea, $8::int, $9 FROM settled
    ON CONFLICT DO NOTHING RETURNING document_id),
  outcome AS (
    UPDATE outcomes o SET without_cdr = false, code = $4, description = $5, notes = $6::jsonb,
      cdr_signature = $7,
      evidence = CASE WHEN evidence IN ('cdr_query', 'person') THEN evidence ELSE 'cdr' END
    FROM kept WHERE o.document_id = kept.document_id
    RETURNING o.document_id, o.business_id),
  gone AS (
    DELETE FROM pending_cdrs p USING outcome o
      WHERE p.document_id = o.document_id AND p.sha256 = $2::bytea),
  noted AS (
    INSERT INTO attempts (document_id, business_id, attempt, step, code, detail, worker)
    SELECT o.document_id, o.business_id, $10::int, 'cdr', $4, $11, $12 FROM outcome o)
  SELECT document_id FROM outcome`;

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
  { documentId, file, cdr: content, attempt, detail, by }: AdoptedCdr,
): Promise<boolean> {
  const { state, code, description, notes, signature = null } = content;
  const values = [
    documentId,
    file.sha256,
    state,
    code,
    description,
    JSON.stringify(notes),
    signature,
    file.bytes,
    file.objectKey,
  ];
  const { rowCount } = await poolOf(db).query({
    name: 'adopt_cdr',
    text: ADOPT,
    values: [...values, attempt, detail, by],
  });
  return rowCount === 1;
}

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
