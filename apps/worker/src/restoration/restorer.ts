/**
 * Runs the steps of a restoration that an operator requests, in one worker at a time; another
 * worker takes over when that one ends.
 */
import {
  type ClaimedStep,
  failStep,
  finishStep,
  openedRestoration,
  type Restoration,
  recordProgress,
  StepLost,
  withRequestedStep,
} from '@rafaga/db';
import { startLoop } from '@rafaga/runtime/concurrency';
import type { SignAgainDeps } from '../files/signAgain.js';
import { askNumbers } from './askNumbers.js';
import type { AskDeps } from './isRegistered.js';
import { rebuild } from './rebuild.js';

export interface RestorerOptions extends AskDeps, SignAgainDeps {
  /** Whether a restoration is open: without one the database is not read. */
  restoring(): boolean;
}

const EVERY_MS = 500;

/** @returns stops it; resolves when the current step has ended */
export function startRestorer(options: RestorerOptions): () => Promise<void> {
  const { restoring, log } = options;
  return startLoop(async () => {
    if (restoring())
      await runWanted(options).catch((error) =>
        log.error('un paso de la restauración falló', { error }),
      );
    return EVERY_MS;
  });
}

/** Runs the requested step, unless another worker runs it. */
async function runWanted(options: RestorerOptions): Promise<void> {
  const { db } = options;
  if (!(await openedRestoration(db))?.wanted) return;
  await withRequestedStep(db, async (claimed) => {
    const open = await openedRestoration(db);
    if (open?.wanted) await runStep(options, claimed, open, open.wanted);
  });
}

async function runStep(
  options: RestorerOptions,
  claimed: ClaimedStep,
  open: Restoration,
  wanted: 'rebuild' | 'ask',
): Promise<void> {
  const { db, log } = options;
  const progress = (done: { step: string; done: number }) =>
    recordProgress(db, claimed, { paso: wanted, en: done.step, hechos: done.done });
  try {
    // first, so that the operator sees that a worker has begun
    await progress({ step: 'empieza', done: 0 });
    const result =
      wanted === 'rebuild'
        ? await rebuild(options, open, progress)
        : await askNumbers(options, open, progress);
    await finishStep(db, claimed, wanted, result);
    log.info('paso de la restauración terminado', { step: wanted });
  } catch (error) {
    // what was written stays: the step continues from there when an operator requests it again
    if (!(error instanceof StepLost))
      await failStep(db, claimed, { paso: wanted, fallo: (error as Error).message });
    throw error;
  }
}
