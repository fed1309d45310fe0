/** Makes issued documents searchable by client and amount, by one worker at a time. */
import { type Db, fillDocumentSearch } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import { startLoop } from '@rafaga/runtime/concurrency';

const BATCH = 1_000;
const EVERY_MS = 2_000;
/** Milliseconds of rest after each millisecond of a batch, while there is more to do. */
const REST = 9;

/** @returns stops it */
export function startDocumentSearch(db: Db, log: Logger): () => Promise<void> {
  let failing = false;
  return startLoop(async () => {
    const began = performance.now();
    try {
      const taken = await fillDocumentSearch(db, BATCH);
      failing = false;
      return taken < BATCH ? EVERY_MS : REST * (performance.now() - began);
    } catch (error) {
      if (!failing) log.warn('la búsqueda por cliente y monto se atrasa', { error });
      failing = true;
      return EVERY_MS;
    }
  });
}
