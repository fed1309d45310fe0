/** Deletes the traces of documents that are older than any collector keeps, in small portions. */
import { type Db, deleteOldTraces } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import { startLoop } from '@rafaga/runtime/concurrency';

const EVERY_MS = 3_600_000;
const NEXT_PORTION_MS = 100;

/** @returns stops it */
export function startTraceCleanup(db: Db, log: Logger): () => Promise<void> {
  return startLoop(async () => {
    try {
      return (await deleteOldTraces(db)) ? NEXT_PORTION_MS : EVERY_MS;
    } catch (error) {
      log.warn('las trazas antiguas siguen en la base de datos', { error });
      return EVERY_MS;
    }
  });
}
