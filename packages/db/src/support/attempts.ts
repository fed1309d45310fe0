/** The timeline of a document: each attempted step with its result; rows are only added. */
import { type Db, poolOf } from '../db.js';

/** The kinds of rows of the timeline. */
export type Step =
  | 'taken'
  | 'signed'
  | 'sending'
  | 'asked'
  | 'waiting'
  | 'accepted'
  | 'rejected'
  | 'review'
  | 'late'
  /** its CDR was stored after it was settled by other evidence */
  | 'cdr'
  | 'resumed'
  | 'resolved'
  | 'woken'
  | 'moved';

export interface TimelineRow {
  at: Date;
  attempt: number;
  step: Step;
  /** The authority's code, where one was given. */
  code: string | null;
  detail: string | null;
  tookMs: number | null;
  worker: string | null;
}

/** Reads the timeline of a document, oldest row first. */
export async function timeline(db: Db, documentId: number): Promise<TimelineRow[]> {
  const { rows } = await poolOf(db).query<TimelineRow>({
    name: 'timeline',
    text: `SELECT at, attempt, step, code, detail, took_ms AS "tookMs", worker FROM attempts
      WHERE document_id = $1 ORDER BY id`,
    values: [documentId],
  });
  return rows;
}

/** Adds, as evidence only, a reply that a worker received after it lost the lease. */
export async function recordLateReply(
  db: Db,
  fence: { documentId: number; businessId: number; attempt: number; worker: string },
  late: { code?: string | undefined; detail: string },
): Promise<void> {
  await poolOf(db).query({
    name: 'note_late',
    text: `INSERT INTO attempts (document_id, business_id, attempt, step, code, detail, worker)
      VALUES ($1, $2, $3, 'late', $4, $5, $6)`,
    values: [
      fence.documentId,
      fence.businessId,
      fence.attempt,
      late.code ?? null,
      late.detail,
      fence.worker,
    ],
  });
}
