/**
 * CDRs that the authority gave and that are not among a document's files yet: the store refused
 * them, or they arrived after their worker had lost the document. Each goes to the store, settles
 * its document, or is reported.
 */
import type { Kind } from '@rafaga/fiscal';
import { type Db, poolOf } from '../db.js';
import type { CdrSignatureColumn, KeptFile } from './emissionStates.js';
import type { Settlement } from './settle.js';

/** The bound of sealed CDRs: a store that is down for days must not fill the database. */
export const MAX_PENDING_CDRS = { count: 10_000, bytes: 100_000_000 } as const;

/** The result that a CDR states, as its worker read it. */
export interface CdrContent extends Pick<Settlement, 'state' | 'code' | 'description' | 'notes'> {
  signature?: CdrSignatureColumn | undefined;
}

/** Where its bytes are: in the store already, or sealed for `pendingCdrColumn`. */
export type CdrPlace = KeptFile | (Omit<KeptFile, 'objectKey'> & { sealed: Buffer });

export interface PendingCdr extends CdrContent {
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
  /** When its document went on because of it, or went to a person with it. */
  resumedAt: Date | null;
}

export const PENDING_CDR_COLUMNS = `p.document_id AS "documentId", b.ruc, d.kind, d.series,
  d.number, p.attempt, p.sha256, p.bytes, p.sealed, p.object_key AS "objectKey", p.state, p.code,
  p.description, p.notes, p.cdr_signature AS signature, p.received_at AS "receivedAt",
  p.resumed_at AS "resumedAt"`;
export const OF_DOCUMENT =
  'JOIN documents d ON d.id = p.document_id JOIN businesses b ON b.id = d.business_id';
export const readPendingCdr = <T extends { documentId: unknown }>(row: T) => ({
  ...row,
  documentId: Number(row.documentId),
});

/** The oldest pending CDR without a conflict, for the worker that holds the document. */
export async function findPendingCdr(db: Db, documentId: number): Promise<PendingCdr | undefined> {
  const { rows } = await poolOf(db).query<PendingCdr>({
    name: 'find_pending_cdr',
    text: `SELECT ${PENDING_CDR_COLUMNS} FROM pending_cdrs p ${OF_DOCUMENT}
      WHERE p.document_id = $1 AND p.conflict IS NULL ORDER BY p.received_at LIMIT 1`,
    values: [documentId],
  });
  return rows[0] && readPendingCdr(rows[0]);
}

/** One of a document's CDRs that are not among its files, as people see it. */
export interface PendingCdrSummary
  extends Pick<PendingCdr, 'state' | 'code' | 'description' | 'receivedAt'> {
  /** Its bytes are here, for the store to take them; otherwise they are in the store. */
  sealed: boolean;
  conflict: 'other_state' | 'other_cdr' | null;
}

/** The oldest first. */
export async function listPendingCdrs(db: Db, documentId: number): Promise<PendingCdrSummary[]> {
  const { rows } = await poolOf(db).query<PendingCdrSummary>({
    name: 'list_pending_cdrs',
    text: `SELECT state, code, description, received_at AS "receivedAt",
      sealed IS NOT NULL AS sealed, conflict
      FROM pending_cdrs WHERE document_id = $1 ORDER BY received_at`,
    values: [documentId],
  });
  return rows;
}

export interface PendingCdrsSummary {
  /**
   * Of settled documents, sealed here for the store to take them. One that was sealed for a review
   * waits for the store only when it is not moved in the minute after.
   */
  waiting: number;
  /**
   * The documents of those that contradict what was settled, for some days: their pages tell it for
   * good.
   */
  contradicting: number[];
}

/** How long contradicting CDRs are reported. */
const NEWS = `interval '3 days'`;
/** In this time a CDR is moved once its document is settled, while the store accepts it. */
const MOVED_WITHIN = `interval '1 minute'`;

export async function countPendingCdrs(db: Db): Promise<PendingCdrsSummary> {
  const { rows } = await poolOf(db).query<PendingCdrsSummary>({
    name: 'count_pending_cdrs',
    text: `SELECT
        (SELECT count(*)::int FROM pending_cdrs p JOIN outcomes o ON o.document_id = p.document_id
          WHERE p.sealed IS NOT NULL AND p.conflict IS NULL AND o.state IS NOT NULL
            AND (p.resumed_at IS NULL OR o.settled_at < now() - ${MOVED_WITHIN})) AS waiting,
        (SELECT coalesce(json_agg(DISTINCT document_id), '[]') FROM pending_cdrs
          WHERE conflict = 'other_state' AND received_at > now() - ${NEWS}) AS contradicting`,
  });
  return rows[0] as PendingCdrsSummary;
}
