/** What a row of issue_batch, or its error, means for the caller of one document. */
import pg from 'pg';
import { isUnavailable } from '../databaseErrors.js';
import { RESTORING_CODE } from '../restoration/restoration.js';
import type { QueuedDocument } from './batchQueue.js';
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
  // its transaction was rolled back between the two looks at it
  if (row.hash === null) return { is: 'in_process' };
  const repeat = repeatOf(row, document.hash);
  const ours = again && repeat.is === 'replay' && row.request === document.requestId;
  return ours ? { is: 'issued', id: repeat.id, number: row.number, answer: repeat.answer } : repeat;
}

function newlyIssued(template: string, { id, number, environment }: IssueRow): Issued {
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

/** A restoration is open: the database refuses every new document. */
export const isRestoring = (error: Error): boolean =>
  error instanceof Restoring ||
  (error instanceof pg.DatabaseError && error.code === RESTORING_CODE);

/** The call failed, and the document was not written by it. */
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

/** Another process is writing the same reference. */
const isReferenceLocked = (error: Error): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '55P03' &&
  error.where?.includes('"references"') === true;
