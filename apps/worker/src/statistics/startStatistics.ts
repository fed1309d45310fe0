/**
 * Keeps the counts by hour up to date: what was issued and settled, from PostgreSQL, by one worker
 * at a time; and the requests that this process made. A worker that is killed loses the requests
 * that it counted in the last seconds, and nothing else.
 */
import { addRequestCounts, type Db, rollUpStatistics } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import { startLoop } from '@rafaga/runtime/concurrency';
import { roundsApart } from '../roundsApart.js';
import type { RequestCounts } from './requestCounts.js';

export interface StatisticsOptions {
  db: Db;
  requestCounts: RequestCounts;
  log: Logger;
  /** Multiplies every wait. */
  pace: number;
}

const EVERY_MS = 5_000;
/** The shortest time between two rounds, whatever `pace` is. */
const MIN_EVERY_MS = 1_000;
/** The pause between two rounds while older hours are still counted. */
const CATCHING_UP_MS = 250;

/** @returns stops it, after the last counts are written */
export function startStatistics(options: StatisticsOptions): () => Promise<void> {
  const { db, log, pace } = options;
  const everyMs = roundsApart(EVERY_MS, pace, MIN_EVERY_MS);
  let failing = false;
  const stop = startLoop(async () => {
    try {
      await writeRequests(options);
      const more = await rollUpStatistics(db);
      failing = false;
      return more ? CATCHING_UP_MS : everyMs;
    } catch (error) {
      if (!failing) log.warn('las estadísticas por hora esperan', { error });
      failing = true;
      return everyMs;
    }
  });
  return async () => {
    await stop();
    await writeRequests(options).catch((error) =>
      log.warn('las últimas estadísticas no se guardaron', { error }),
    );
  };
}

async function writeRequests({ db, requestCounts }: StatisticsOptions): Promise<void> {
  const counts = requestCounts.take();
  try {
    await addRequestCounts(db, counts);
  } catch (error) {
    requestCounts.putBack(counts);
    throw error;
  }
}
