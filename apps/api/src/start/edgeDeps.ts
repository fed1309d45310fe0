/** Creates the dependencies of the routes, and the limits on calls, each with its own state. */
import { createArchiveReader } from '@rafaga/archive';
import type { Db } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import type { ApiConfig } from '../apiConfig.js';
import { createDraw } from '../drawing/drawn.js';
import { createEarlyRate } from '../edge/earlyRate.js';
import { createMinuteCounts } from '../edge/minuteCounts.js';
import { createRate } from '../edge/rate.js';
import { createSlices } from '../edge/slices.js';
import { createTurns } from '../edge/turns.js';
import { createRecentDocuments } from '../routes/recentDocuments.js';
import type { openIssuing } from './openIssuing.js';
import type { openQueue } from './openQueue.js';
import type { openThreads } from './openThreads.js';

/** A record of 500 lines takes four milliseconds to render. */
const LONG_RECORDS_IN_A_TURN = 1;
/** Each sale takes less than half a millisecond. */
const SALES_IN_A_TURN = 4;

interface Opened {
  db: Db;
  log: Logger;
  issuing: ReturnType<typeof openIssuing>;
  queue: ReturnType<typeof openQueue>;
  threads: ReturnType<typeof openThreads>;
}

export function edgeDeps(
  config: ApiConfig,
  { db, log, issuing: { issuance, files }, queue, threads }: Opened,
) {
  const archive = createArchiveReader(db, files);
  const draw = createDraw({
    db,
    files,
    archive,
    pool: threads.drawing,
    onError: (error, fields) =>
      log.warn('un PDF se dibujó sin los archivos que lleva dentro', { ...fields, error }),
  });
  return {
    issuance,
    files,
    archive,
    draw,
    enqueuer: queue.enqueuer,
    checking: threads.checking,
    failures: createMinuteCounts(),
    recentDocuments: createRecentDocuments(),
    rate: createEarlyRate(createRate(queue.redis, queue.redisTrouble), config.processes),
    slices: createSlices(),
    turns: createTurns(LONG_RECORDS_IN_A_TURN),
    saleTurns: createTurns(SALES_IN_A_TURN),
    pepper: config.pepper,
    processes: config.processes,
    proxies: config.proxies,
    clock: () => new Date(),
  };
}
