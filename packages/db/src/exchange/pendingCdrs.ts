/**
 * Pending CDRs: the authority gave them, but they are not among their documents' files yet, because
 * the file store failed or their worker had lost its lease. Each is then stored, settles its
 * document, or is reported.
 */
import type { Kind } from '@rafaga/fiscal';
import { type Db, poolOf } from '../db.js';
import type { CdrSignatureColumn, KeptFile } from './emissionStates.js';
import type { Settlement } from './settle.js';

/** The bound of sealed CDRs: a file store that is down for days must not fill the database. */
export const MAX_PENDING_CDRS = { count: 10_000, bytes: 100_000_000 } as const;

/** The result in a CDR, as its worker read it. */
export interface CdrContent extends Pick<Settlement, 'state' | 'code' | 'description' | 'notes'> {
  signature?: CdrSignatureColumn | undefined;
}

/** Where its bytes are: in the file store, or sealed for `pendingCdrColumn` in the database. */
export type CdrPlace = KeptFile | (Omit<KeptFile, 'objectKey'> & { sealed: Buffer });

export interface PendingCdr extends CdrContent {
  documentId: number;
  ruc: string;
  kind: Kind;
  series: string;
  number: number;
  /** The attempt that received it. */
  attempt: number;
  sha256: Buffer;
  bytes: number;
  sealed: Buffer | null;
  objectKey: string | null;
  receivedAt: Date;
  /** When its document was resumed because of it, or was put in review with it. */
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

/** Finds the oldest pending CDR without a conflict, for the worker that holds the document. */
export async function findPendingCdr(db: Db, documentId: number): Promise<PendingCdr | undefined> {
  const { rows } = await poolOf(db).query<PendingCdr>({
    name: 'find_pending_cdr',
    text: `SELECT ${PENDING_CDR_COLUMNS} FROM pending_cdrs p ${OF_DOCUMENT}
      WHERE p.document_id = $1 AND p.conflict IS NULL ORDER BY p.received_at LIMIT 1`,
    values: [documentId],
  });
  return rows[0] && readPendingCdr(rows[0]);
}

/** A pending CDR, for display. */
export interface PendingCdrSummary
  extends Pick<PendingCdr, 'state' | 'code' | 'description' | 'receivedAt'> {
  /** Whether its bytes are sealed in the database, until the file store accepts them. */
  sealed: boolean;
  conflict: 'other_state' | 'other_cdr' | null;
}

/** Lists the pending CDRs of a document, the oldest first. */
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
   * The number of sealed CDRs of settled documents that wait for the file store. A CDR that was
   * sealed for a review counts only after a minute without being moved.
   */
  waiting: number;
  /**
   * The documents whose CDR contradicts their settlement, for some days; their pages always show
   * it.
   */
  contradicting: number[];
}

/** How long contradicting CDRs are reported. */
const RECENT = `interval '3 days'`;
/** A CDR is moved within this time after its document is settled, if the file store accepts it. */
const MOVED_WITHIN = `interval '1 minute'`;

export async function countPendingCdrs(db: Db): Promise<PendingCdrsSummary> {
  const { rows } = await poolOf(db).query<PendingCdrsSummary>({
    name: 'count_pending_cdrs',
    text: `SELECT
        (SELECT count(*)::int FROM pending_cdrs p JOIN outcomes o ON o.document_id = p.document_id
          WHERE p.sealed IS NOT NULL AND p.conflict IS NULL AND o.state IS NOT NULL
            AND (p.resumed_at IS NULL OR o.settled_at < now() - ${MOVED_WITHIN})) AS waiting,
        (SELECT coalesce(json_agg(DISTINCT document_id), '[]') FROM pending_cdrs
          WHERE conflict = 'other_state' AND received_at > now() - ${RECENT}) AS contradicting`,
  });
  return rows[0] as PendingCdrsSummary;
}
