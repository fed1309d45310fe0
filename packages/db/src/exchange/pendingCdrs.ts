/**
 * CDRs that the authority gave and that are not among a document's files yet: the store would not
 * take them, or they came after their worker had lost the document. None is thrown away: each goes
 * to the store, settles its document, or is told.
 */

import type { Kind } from '@rafaga/fiscal';
import { type Db, poolOf } from '../db.js';
import { stageAfter } from '../stageSql.js';
import type { CdrSignatureColumn, KeptFile } from './emissionStates.js';
import type { Fence } from './fence.js';
import type { Settlement } from './settle.js';

/**
 * What waits sealed in PostgreSQL has a bound: a store that is away for days must not fill the
 * database too.
 */
export const MOST_PENDING = { count: 10_000, bytes: 100_000_000 } as const;

/** What its seal is bound to. */
export const pendingCdrContext = (documentId: number): string => `cdr:${documentId}`;

/** What it says, as its worker read and believed it. */
export interface CdrSaid extends Pick<Settlement, 'state' | 'code' | 'description' | 'notes'> {
  signature?: CdrSignatureColumn | undefined;
}

/** Where its bytes are: in the store already, or enveloped for `pendingCdrContext`. */
export type CdrPlace = KeptFile | (Omit<KeptFile, 'objectKey'> & { sealed: Buffer });

/**
 * @param forPerson its document goes on only when a person says so
 * @returns false when the bound is reached: nothing was kept
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
        SELECT $5::bytea IS NULL OR (count(*) < $13 AND coalesce(sum(bytes), 0) + $3 <= $14) AS is FROM pending_cdrs WHERE sealed IS NOT NULL),
      kept AS (
        INSERT INTO pending_cdrs (document_id, sha256, bytes, object_key, sealed, state, code, description, notes, cdr_signature, attempt, worker, resumed_at)
        SELECT $1::bigint, $2::bytea, $3::int, $4, $5::bytea, $6, $7, $8, $9::jsonb, $10, $11::int, $12, CASE WHEN $15 THEN now() END FROM room WHERE room.is
        ON CONFLICT DO NOTHING)
      SELECT room.is OR EXISTS (SELECT FROM pending_cdrs WHERE document_id = $1 AND sha256 = $2) AS kept FROM room`,
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

export interface PendingCdr extends CdrSaid {
  documentId: number;
  ruc: string;
  kind: Kind;
  series: string;
  number: number;
  /** In which it was received. */
  attempt: number;
  sha256: Buffer;
  bytes: number;
  sealed: Buffer | null;
  objectKey: string | null;
  receivedAt: Date;
}

const COLUMNS = `p.document_id AS "documentId", b.ruc, d.kind, d.series, d.number, p.attempt, p.sha256, p.bytes, p.sealed, p.object_key AS "objectKey", p.state, p.code,
  p.description, p.notes, p.cdr_signature AS signature, p.received_at AS "receivedAt"`;
const OF = 'JOIN documents d ON d.id = p.document_id JOIN businesses b ON b.id = d.business_id';
const read = <T extends { documentId: unknown }>(row: T) => ({
  ...row,
  documentId: Number(row.documentId),
});

/** For whoever holds the document: the oldest that is not known to be useless. */
export async function findPendingCdr(db: Db, documentId: number): Promise<PendingCdr | undefined> {
  const { rows } = await poolOf(db).query<PendingCdr>({
    name: 'find_pending_cdr',
    text: `SELECT ${COLUMNS} FROM pending_cdrs p ${OF} WHERE p.document_id = $1 AND p.conflict IS NULL ORDER BY p.received_at LIMIT 1`,
    values: [documentId],
  });
  return rows[0] && read(rows[0]);
}

/** One of a document's CDRs that are not among its files, as people see it. */
export interface PendingCdrSummary
  extends Pick<PendingCdr, 'state' | 'code' | 'description' | 'receivedAt'> {
  /** Its bytes are here, for the store to take them; otherwise they are in the store. */
  sealed: boolean;
  conflict: DueCdr['conflict'];
}

/** The oldest first. */
export async function listPendingCdrs(db: Db, documentId: number): Promise<PendingCdrSummary[]> {
  const { rows } = await poolOf(db).query<PendingCdrSummary>({
    name: 'list_pending_cdrs',
    text: `SELECT state, code, description, received_at AS "receivedAt", sealed IS NOT NULL AS sealed, conflict
      FROM pending_cdrs WHERE document_id = $1 ORDER BY received_at`,
    values: [documentId],
  });
  return rows;
}

/** A worker has so long for one; then it is anybody's again. */
const TAKEN_MS = 30_000;

export interface DueCdr extends PendingCdr {
  /** What is to be done with it. */
  do: /** its document is settled as it says, without it: to the store with it, and then `adoptCdr` */
    | 'adopt'
    /** it is among its document's files */
    | 'forget'
    /** its document is open and nobody is at it: `useLateCdr` */
    | 'use'
    /** its document is settled otherwise, or by another CDR: `markUseless` */
    | 'tell';
  conflict: 'other_state' | 'other_cdr' | null;
}

const TAKE = `
  WITH due AS (
    SELECT document_id, sha256 FROM pending_cdrs WHERE conflict IS NULL AND next_at <= now() ORDER BY next_at LIMIT $1
    FOR NO KEY UPDATE SKIP LOCKED),
  taken AS (
    UPDATE pending_cdrs p SET next_at = now() + ${TAKEN_MS} * interval '1 ms' FROM due
    WHERE p.document_id = due.document_id AND p.sha256 = due.sha256 RETURNING p.*),
  seen AS (
    SELECT p.*, o.state AS settled, f.sha256 AS known FROM taken p
    LEFT JOIN outcomes o ON o.document_id = p.document_id
    LEFT JOIN files f ON f.document_id = p.document_id AND f.kind = 'cdr')
  SELECT ${COLUMNS},
    CASE WHEN p.known = p.sha256 THEN 'forget' WHEN p.settled IS NULL THEN 'use'
      WHEN p.settled = p.state AND p.known IS NULL THEN 'adopt' ELSE 'tell' END AS "do",
    CASE WHEN p.known = p.sha256 OR p.settled IS NULL THEN NULL WHEN p.settled <> p.state THEN 'other_state'
      WHEN p.known IS NOT NULL THEN 'other_cdr' END AS conflict
  FROM seen p ${OF}`;

/** Those that are due, each for one worker and half a minute. */
export async function takePendingCdrs(db: Db, most: number): Promise<DueCdr[]> {
  const { rows } = await poolOf(db).query<DueCdr>({
    name: 'take_pending_cdrs',
    text: TAKE,
    values: [most],
  });
  return rows.map(read);
}

const ADOPT = `
  WITH outcome AS (
    UPDATE outcomes SET without_cdr = false, code = $4, description = $5, notes = $6::jsonb, cdr_signature = $7,
      evidence = CASE WHEN evidence IN ('cdr_query', 'person') THEN evidence ELSE 'cdr' END
    WHERE document_id = $1 AND state = $3 AND NOT EXISTS (SELECT FROM files WHERE document_id = $1 AND kind = 'cdr')
    RETURNING document_id, business_id),
  kept AS (
    INSERT INTO files (document_id, kind, sha256, bytes, object_key)
    SELECT document_id, 'cdr', $2::bytea, $8::int, $9 FROM outcome),
  gone AS (
    DELETE FROM pending_cdrs p USING outcome o WHERE p.document_id = o.document_id AND p.sha256 = $2::bytea),
  noted AS (
    INSERT INTO attempts (document_id, business_id, attempt, step, code, detail, worker)
    SELECT o.document_id, o.business_id, $10::int, 'cdr', $4, $11, $12 FROM outcome o)
  SELECT document_id FROM outcome`;

export interface AdoptedCdr {
  documentId: number;
  file: KeptFile;
  said: CdrSaid;
  attempt: number;
  /** Of the timeline: how it came to be there. */
  detail: string;
  /** Who brought it: a process, or a person. */
  by: string;
}

/**
 * The CDR that a settled document lacks: from here on it can be downloaded, and the document rests
 * on it.
 * @returns false when the document is not settled as it says, or has its CDR
 */
export async function adoptCdr(
  db: Db,
  { documentId, file, said, attempt, detail, by }: AdoptedCdr,
): Promise<boolean> {
  const { state, code, description, notes, signature = null } = said;
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
    UPDATE emissions e SET stage = ${stageAfter('resume', 'sending')}, review_reason = NULL, epoch = e.epoch + 1, crashes = 0,
      lease_owner = NULL, lease_until = NULL, not_before = NULL, next_at = now()
    FROM documents d, outcomes o, pending_cdrs p
    WHERE e.document_id = $1 AND d.id = e.document_id AND o.document_id = e.document_id AND (e.lease_until > now()) IS NOT TRUE
      AND p.document_id = e.document_id AND p.sha256 = $2 AND p.resumed_at IS NULL
    RETURNING e.document_id, e.business_id, e.attempts, d.reference),
  used AS (
    UPDATE pending_cdrs p SET resumed_at = now() FROM held WHERE p.document_id = held.document_id AND p.sha256 = $2),
  reference AS (
    UPDATE "references" r SET state = 'finished' FROM held WHERE r.business_id = held.business_id AND r.key = held.reference)
  INSERT INTO attempts (document_id, business_id, attempt, step, detail, worker)
  SELECT document_id, business_id, attempts, 'resumed', 'llegó su constancia', $3 FROM held`;

/**
 * The open document of a CDR goes on at once, out of its wait or out of its review: whoever takes
 * it finds the CDR and settles by it. Once only: what is in review again in spite of it is a
 * person's.
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

/** It is among the files: the copy has done its work. */
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

/**
 * It contradicts what its document was settled by: kept for a person, and nothing is done with it
 * any more.
 */
export async function markUseless(db: Db, { documentId, sha256, conflict }: DueCdr): Promise<void> {
  await poolOf(db).query({
    name: 'mark_useless_cdr',
    text: 'UPDATE pending_cdrs SET conflict = $3 WHERE document_id = $1 AND sha256 = $2',
    values: [documentId, sha256, conflict],
  });
}

export interface PendingCdrsSummary {
  /** Of settled documents, sealed here for the store to take them. */
  waiting: number;
  /**
   * The documents of those that contradict what was settled, for some days: their pages tell it for
   * good.
   */
  contradicting: number[];
}

/** A long weekend. */
const NEWS = `interval '3 days'`;

export async function countPendingCdrs(db: Db): Promise<PendingCdrsSummary> {
  const { rows } = await poolOf(db).query<PendingCdrsSummary>({
    name: 'count_pending_cdrs',
    text: `SELECT
        (SELECT count(*)::int FROM pending_cdrs p JOIN outcomes o ON o.document_id = p.document_id
          WHERE p.sealed IS NOT NULL AND p.conflict IS NULL AND o.state IS NOT NULL) AS waiting,
        (SELECT coalesce(json_agg(DISTINCT document_id), '[]') FROM pending_cdrs
          WHERE conflict = 'other_state' AND received_at > now() - ${NEWS}) AS contradicting`,
  });
  return rows[0] as PendingCdrsSummary;
}
