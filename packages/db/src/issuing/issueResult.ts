/** Converts a row of issue_batch, or its error, to the result of one document. */
import pg from 'pg';
import { isUnavailable } from '../databaseErrors.js';
import { RESTORING_CODE } from '../restoration/restoration.js';
import type { QueuedDocument } from './documentQueue.js';
import type { IssueRow } from './issueBatch.js';
import {
  ENVIRONMENT_MARK,
  ID_MARK,
  type Issued,
  NUMBER_MARK,
  Restoring,
  Unavailable,
} from './newDocument.js';
import { repeatOf } from './references.js';

/** @param again the batch was called before, and may have been committed then */
export function issuedOf({ document }: QueuedDocument, row: IssueRow, again: boolean): Issued {
  if (row.result === 'issued') return newlyIssued(document.answer, row);
  if (row.result !== 'stored') return { is: row.result };
  // the transaction that held the reference rolled back before its row could be read
  if (row.hash === null) return { is: 'in_process' };
  const repeat = repeatOf(row, document.hash);
  if (!again || repeat.is !== 'replay' || row.request !== document.requestId) return repeat;
  const environment = environmentIn(repeat.answer, document.answer, row);
  const own = newlyIssued(document.answer, { ...row, environment });
  // a caller may repeat a reference with the id of its first request: the answer has its second
  return own.answer === repeat.answer ? own : repeat;
}

/**
 * Finds the environment in which an earlier call issued the document: the text at the placeholder
 * in the stored answer.
 */
function environmentIn(answer: string, template: string, { id, number }: IssueRow): string | null {
  const [before = '', after] = template.split(ENVIRONMENT_MARK);
  if (after === undefined) return null;
  const start = before.replaceAll(ID_MARK, id).replaceAll(NUMBER_MARK, String(number)).length;
  return answer.slice(start, answer.indexOf('"', start));
}

function newlyIssued(
  template: string,
  { id, number, environment }: Pick<IssueRow, 'id' | 'number' | 'environment'>,
): Extract<Issued, { is: 'issued' }> {
  const answer = template
    .replaceAll(ID_MARK, id)
    .replaceAll(NUMBER_MARK, String(number))
    .replaceAll(ENVIRONMENT_MARK, environment ?? '');
  return {
    is: 'issued',
    id: Number(id),
    number,
    answer,
    ...(environment === null ? {} : { environment }),
  };
}

/** Whether the error is that of the trigger that refuses documents during a restoration. */
export const isRestoring = (error: Error): boolean =>
  error instanceof Restoring ||
  (error instanceof pg.DatabaseError && error.code === RESTORING_CODE);

/** Rejects a document whose call failed without writing it. */
export function rejectDocument(queued: QueuedDocument, error: Error): void {
  if (isReferenceLocked(error)) queued.resolve({ is: 'in_process' });
  else if (isRestoring(error))
    queued.reject(
      error instanceof Restoring ? error : new Restoring('a restoration is open', { cause: error }),
    );
  else if (error instanceof pg.DatabaseError && isUnavailable(error))
    queued.reject(new Unavailable('the database cannot write', { cause: error }));
  else queued.reject(error);
}

/** Whether another process holds the lock of the same reference. */
const isReferenceLocked = (error: Error): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '55P03' &&
  error.where?.includes('"references"') === true;
