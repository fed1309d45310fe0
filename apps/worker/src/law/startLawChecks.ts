/**
 * Reviews the sales of every active business by the rules of coming days on which the law changes:
 * once a day, each business in one worker, and slowly, so that documents go first.
 */
import {
  claimLawCheck,
  type Db,
  forgetLawChecks,
  type LawCheckLease,
  releaseLawCheck,
  renewLawCheck,
  reviewBusiness,
  storeLawCheck,
} from '@rafaga/db';
import { comingLawDays, type DateText } from '@rafaga/fiscal';
import type { Logger } from '@rafaga/runtime';
import { startLoop } from '@rafaga/runtime/concurrency';
import { roundsApart } from '../roundsApart.js';

export interface LawChecksOptions {
  db: Db;
  log: Logger;
  /** The name of this process, on leases. */
  worker: string;
  /** The date in Lima. */
  today(): DateText;
  /** Whether a restoration is open: until it ends, what was issued is not known. */
  restoring(): boolean;
  /** Multiplies every wait. */
  pace: number;
}

const EVERY_MS = 60_000;
/** The shortest time between two reviews, whatever `pace` is. */
const MIN_EVERY_MS = 200;
/** Sales in a batch: it takes a few milliseconds of the process. */
const BATCH = 50;
/**
 * Milliseconds of rest after each millisecond of a batch and its reading. So long because most of
 * the work is PostgreSQL's: it must not slow down an emission that uses every core.
 */
const REST = 29;
/** A third of the lease. */
const RENEW_MS = 20_000;

/** @returns stops the reviews; a review under way is released for another worker */
export function startLawChecks(options: LawChecksOptions): () => Promise<void> {
  const everyMs = roundsApart(EVERY_MS, options.pace, MIN_EVERY_MS);
  const state: State = { stopping: false, failing: false, from: 0 };
  const stop = startLoop(async () => {
    try {
      const reviewed = !options.restoring() && (await reviewNext(options, state));
      state.failing = false;
      return reviewed ? MIN_EVERY_MS : everyMs;
    } catch (error) {
      if (!state.failing) options.log.warn('la revisión de cambios de ley espera', { error });
      state.failing = true;
      // go on with the next business: a review that always fails must not delay the others
      state.from += 1;
      return everyMs;
    }
  });
  return () => {
    state.stopping = true;
    return stop();
  };
}

interface State {
  stopping: boolean;
  failing: boolean;
  /** The business of the last review; the search for the next one begins at it. */
  from: number;
}

/** @returns whether a review was due */
async function reviewNext(
  { db, log, worker, today, pace }: LawChecksOptions,
  state: State,
): Promise<boolean> {
  await forgetLawChecks(db, today());
  const claim = (from: number) => claimLawCheck(db, worker, comingLawDays(today()), from);
  const lease = (await claim(state.from)) ?? (state.from > 0 ? await claim(0) : undefined);
  state.from = lease?.id ?? 0;
  if (!lease) return false;
  const between = pauses(db, lease, { pace, goesOn: () => !state.stopping });
  const review = await reviewBusiness(db, lease, {
    day: lease.day,
    now: new Date(),
    batch: BATCH,
    between,
  });
  if (review?.unreadable)
    log.warn('ventas que la revisión de ley no pudo leer', { ventas: review.unreadable });
  if (review) await storeLawCheck(db, lease, review);
  else await releaseLawCheck(db, lease);
  return true;
}

/** Makes the callback between two batches: it rests, and renews the lease in time. */
function pauses(
  db: Db,
  lease: LawCheckLease,
  { pace, goesOn }: { pace: number; goesOn(): boolean },
): (tookMs: number) => Promise<boolean> {
  let renewed = performance.now();
  return async (tookMs) => {
    await new Promise((resolve) => setTimeout(resolve, tookMs * REST * pace));
    if (performance.now() - renewed > RENEW_MS) {
      if (!(await renewLawCheck(db, lease))) return false;
      renewed = performance.now();
    }
    return goesOn();
  };
}
