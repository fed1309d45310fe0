/** Starts what a worker does beside its documents: CDRs, statistics, search, what persons ask. */
import { startPendingCdrMover } from '../cdrs/pendingCdrMover.js';
import type { Deps } from '../deps.js';
import { startInquirer } from '../inquiries/inquirer.js';
import { startRehearser } from '../rehearsals/rehearser.js';
import { startRestorer } from '../restoration/restorer.js';
import { startDocumentSearch } from '../search/startDocumentSearch.js';
import type { RequestCounts } from '../statistics/requestCounts.js';
import { startStatistics } from '../statistics/startStatistics.js';

export interface BackgroundOptions {
  deps: Deps;
  requestCounts: RequestCounts;
  /** A restoration is open. */
  restoring(): boolean;
}

export function startBackground({ deps, requestCounts, restoring }: BackgroundOptions) {
  const { db, log, pace } = deps;
  const mover = startPendingCdrMover(deps);
  const stopStatistics = startStatistics({ db, requestCounts, log, pace });
  const stopSearch = startDocumentSearch(db, log);
  const stopInquirer = startInquirer(deps);
  const stopRehearser = startRehearser(deps);
  const stopRestorer = startRestorer({ ...deps, restoring });
  return {
    /** Asks the authority nothing more for persons or a restoration. */
    stopAsking: () => Promise.all([stopRestorer(), stopInquirer(), stopRehearser()]),
    /** After the last document: what it left is still moved and counted. */
    stop: () => Promise.all([mover.stop(), stopStatistics(), stopSearch()]),
  };
}
