/** Records the steps of a restoration that a worker carries out, one worker at a time. */
import { type Db, poolOf } from '../db.js';
import { underLock } from '../underLock.js';
import type { AskedReport, RebuiltReport } from './reports.js';
import type { RestorationStep } from './restoration.js';

/** The first number is that of all locks of this system, the second that of this one. */
const LOCK = '723242, 6';

/** Runs the work unless another process is running it. */
export const withRestorationLock = (db: Db, work: () => Promise<void>): Promise<void> =>
  underLock(db, { key: LOCK }, work);

/** Ends a failed step; it continues from where it ended when it is requested again. */
export async function cancelStep(db: Db, id: number): Promise<void> {
  await poolOf(db).query('UPDATE restorations SET wanted = NULL WHERE id = $1', [id]);
}

/** Records the progress of a step, which the panel and the CLI show. */
export async function recordProgress(db: Db, id: number, progress: object): Promise<void> {
  const text = 'UPDATE restorations SET progress = $2 WHERE id = $1';
  await poolOf(db).query(text, [id, JSON.stringify(progress)]);
}

/** Stores the report of a finished step. */
export async function finishStep(
  db: Db,
  id: number,
  step: RestorationStep,
  report: RebuiltReport | AskedReport,
): Promise<void> {
  const progress = JSON.stringify({ paso: step, fin: true });
  const text = `UPDATE restorations SET ${REPORT[step]} = $2, wanted = NULL, wanted_by = NULL,
      progress = $3 WHERE id = $1`;
  await poolOf(db).query(text, [id, JSON.stringify(report), progress]);
}

/** The column that holds the report of each step. */
const REPORT: Readonly<Record<RestorationStep, string>> = { rebuild: 'rebuilt', ask: 'asked' };
