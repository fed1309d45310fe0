/**
 * Records the steps of a restoration that a worker carries out, one worker at a time. The lock ends
 * with its connection, of which its worker may learn late: the epoch rejects what it still writes
 * when another worker has claimed the step.
 */
import { type Db, poolOf } from '../db.js';
import { underLock } from '../underLock.js';
import type { AskedReport, RebuiltReport } from './reports.js';
import type { RestorationStep } from './restoration.js';

/** The first number is that of all locks of this system, the second that of this one. */
const LOCK = '723242, 6';

/** A step that a worker has claimed. */
export interface ClaimedStep {
  id: number;
  epoch: number;
}

/** Another worker has the step, or the restoration has ended: the step must stop. */
export class StepLost extends Error {
  override name = 'StepLost';
}

/** Runs the work on the requested step, unless there is none or another process is running it. */
export const withRequestedStep = (
  db: Db,
  work: (claimed: ClaimedStep) => Promise<void>,
): Promise<void> =>
  underLock(db, { key: LOCK }, async () => {
    const { rows } = await poolOf(db).query<ClaimedStep>(
      `UPDATE restorations SET epoch = epoch + 1 WHERE ended_at IS NULL AND wanted IS NOT NULL
        RETURNING id, epoch`,
    );
    if (rows[0]) await work(rows[0]);
  });

/** Ends a failed step; it continues from where it ended when it is requested again. */
export const failStep = (db: Db, claimed: ClaimedStep, progress: object): Promise<void> =>
  write(db, claimed, 'UPDATE restorations SET progress = $3, wanted = NULL', [progress]);

/** Records the progress of a step, which the panel and the CLI show. */
export const recordProgress = (db: Db, claimed: ClaimedStep, progress: object): Promise<void> =>
  write(db, claimed, 'UPDATE restorations SET progress = $3', [progress]);

/** Stores the report of a finished step. */
export const finishStep = (
  db: Db,
  claimed: ClaimedStep,
  step: RestorationStep,
  report: RebuiltReport | AskedReport,
): Promise<void> => write(db, claimed, FINISH[step], [{ paso: step, fin: true }, report]);

/** Written out: the test of the roles reads the columns of each statement. */
const FINISH: Readonly<Record<RestorationStep, string>> = {
  rebuild: 'UPDATE restorations SET progress = $3, rebuilt = $4, wanted = NULL, wanted_by = NULL',
  ask: 'UPDATE restorations SET progress = $3, asked = $4, wanted = NULL, wanted_by = NULL',
};

/**
 * @param update its parameters from $3 on are the values, as JSON
 * @throws StepLost
 */
async function write(
  db: Db,
  { id, epoch }: ClaimedStep,
  update: string,
  values: object[],
): Promise<void> {
  const text = `${update} WHERE id = $1 AND epoch = $2 AND ended_at IS NULL`;
  const json = values.map((value) => JSON.stringify(value));
  const { rowCount } = await poolOf(db).query(text, [id, epoch, ...json]);
  if (rowCount === 0) throw new StepLost(`restoration ${id} is not in epoch ${epoch} any more`);
}
