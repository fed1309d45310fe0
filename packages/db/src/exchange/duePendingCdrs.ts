/** Takes the pending CDRs that are due, each with the action that its document's state requires. */
import { type Db, poolOf } from '../db.js';
import type { PendingCdr } from './pendingCdrs.js';
import { OF_DOCUMENT, PENDING_CDR_COLUMNS, readPendingCdr } from './pendingCdrs.js';

/** Another worker may take the same CDR after this time. */
const TAKEN_MS = 30_000;

export interface DueCdr extends PendingCdr {
  /** What is to be done with it. */
  do: /** its document is settled as it says, without it: store it, and then `adoptCdr` */
    | 'adopt'
    /** it is among its document's files */
    | 'forget'
    /** its document is pending and no worker holds it: call `useLateCdr` */
    | 'use'
    /** its document is settled otherwise, or has another CDR: call `markConflict` */
    | 'tell';
  conflict: 'other_state' | 'other_cdr' | null;
}

const TAKE = `
  WITH due AS (
    SELECT document_id, sha256 FROM pending_cdrs WHERE conflict IS NULL AND next_at <= now()
      ORDER BY next_at LIMIT $1
    FOR NO KEY UPDATE SKIP LOCKED),
  taken AS (
    UPDATE pending_cdrs p SET next_at = now() + ${TAKEN_MS} * interval '1 ms' FROM due
    WHERE p.document_id = due.document_id AND p.sha256 = due.sha256 RETURNING p.*),
  seen AS (
    SELECT p.*, o.state AS settled, f.sha256 AS known FROM taken p
    LEFT JOIN outcomes o ON o.document_id = p.document_id
    LEFT JOIN files f ON f.document_id = p.document_id AND f.kind = 'cdr')
  SELECT ${PENDING_CDR_COLUMNS},
    CASE WHEN p.known = p.sha256 THEN 'forget' WHEN p.settled IS NULL THEN 'use'
      WHEN p.settled = p.state AND p.known IS NULL THEN 'adopt' ELSE 'tell' END AS "do",
    CASE WHEN p.known = p.sha256 OR p.settled IS NULL THEN NULL WHEN p.settled <> p.state
      THEN 'other_state'
      WHEN p.known IS NOT NULL THEN 'other_cdr' END AS conflict
  FROM seen p ${OF_DOCUMENT}`;

/** Takes due CDRs; each belongs to this worker for half a minute. */
export async function takePendingCdrs(db: Db, most: number): Promise<DueCdr[]> {
  const { rows } = await poolOf(db).query<DueCdr>({
    name: 'take_pending_cdrs',
    text: TAKE,
    values: [most],
  });
  return rows.map(readPendingCdr);
}

/** Deletes a pending CDR that its document already has as a file. */
export async function forgetPendingCdr(
  db: Db,
  { documentId, sha256 }: Pick<PendingCdr, 'documentId' | 'sha256'>,
): Promise<void> {
  await poolOf(db).query({
    name: 'forget_pending_cdr',
    text: 'DELETE FROM pending_cdrs WHERE document_id = $1 AND sha256 = $2',
    values: [documentId, sha256],
  });
}

/** Marks a CDR that contradicts the settlement of its document; it stays for a person. */
export async function markConflict(
  db: Db,
  { documentId, sha256, conflict }: DueCdr,
): Promise<void> {
  await poolOf(db).query({
    name: 'mark_conflict',
    text: 'UPDATE pending_cdrs SET conflict = $3 WHERE document_id = $1 AND sha256 = $2',
    values: [documentId, sha256, conflict],
  });
}
