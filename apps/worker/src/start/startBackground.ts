/**
 * Starts what a worker does beside its documents: CDRs, statistics, the search, months ahead,
 * traces, what persons ask, and the review of sales by coming rules.
 */
import type { DateText } from '@rafaga/fiscal';
import { settledWithin } from '@rafaga/runtime/concurrency';
import { startPendingCdrMover } from '../cdrs/pendingCdrMover.js';
import type { Deps } from '../deps.js';
import { startInquirer } from '../inquiries/inquirer.js';
import { startLawChecks } from '../law/startLawChecks.js';
import { startDocumentMonths } from '../months/startDocumentMonths.js';
import { startRehearser } from '../rehearsals/rehearser.js';
import { startRestorer } from '../restoration/restorer.js';
import { startDocumentSearch } from '../search/startDocumentSearch.js';
import type { RequestCounts } from '../statistics/requestCounts.js';
import { startStatistics } from '../statistics/startStatistics.js';
import { startTraceCleanup } from '../tracing/startTraceCleanup.js';
import { DRAIN_MS } from './startWork.js';

export interface BackgroundOptions {
  deps: Deps;
  requestCounts: RequestCounts;
  /** Whether another process of this worker does the work whose results can wait. */
  elsewhere: boolean;
  /** Whether a restoration is open. */
  restoring(): boolean;
  /** The date in Lima. */
  today(): DateText;
}

export type Background = ReturnType<typeof startBackground>;

export function startBackground(options: BackgroundOptions) {
  const { deps, requestCounts, elsewhere, restoring } = options;
  const { db, log, pace } = deps;
  const stopStatistics = startStatistics({ db, requestCounts, log, pace });
  const stopInquirer = startInquirer(deps);
  const stopRehearser = startRehearser(deps);
  const stopRestorer = startRestorer({ ...deps, restoring });
  const stopCare = elsewhere ? async () => undefined : startCare(options);
  return {
    /**
     * Begins no more requests to the authority for persons or for a restoration. One that takes
     * too long is left as by a crash: an inquiry is repeated, a rehearsal has no answer.
     */
    stopAsking: () =>
      settledWithin(Promise.all([stopRestorer(), stopInquirer(), stopRehearser()]), DRAIN_MS),
    /** To be called after the last document, whose CDR and counts are then still stored. */
    stop: () => Promise.all([stopCare(), stopStatistics()]),
  };
}

/** Starts the work whose results can wait. */
function startCare({ deps, restoring, today }: BackgroundOptions) {
  const { db, log, pace, worker } = deps;
  const stopMover = startPendingCdrMover(deps);
  const stopSearch = startDocumentSearch(db, log);
  const stopMonths = startDocumentMonths(db, log);
  const stopTraces = startTraceCleanup(db, log);
  const stopLawChecks = startLawChecks({ db, log, pace, worker, restoring, today });
  return () =>
    Promise.all([stopMover(), stopSearch(), stopMonths(), stopTraces(), stopLawChecks()]);
}
