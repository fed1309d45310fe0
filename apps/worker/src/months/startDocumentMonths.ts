/** Makes the partitions of coming months ahead, by one worker at a time. */
import { type Db, makeDocumentMonths } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import { startLoop } from '../loop.js';

const EVERY_MS = 3_600_000;
const AGAIN_MS = 60_000;

/** @returns how to stop */
export function startDocumentMonths(db: Db, log: Logger): () => Promise<void> {
  return startLoop(async () => {
    try {
      const made = await makeDocumentMonths(db);
      if (made.length > 0) log.info('meses nuevos en la base de datos', { meses: made });
      return EVERY_MS;
    } catch (error) {
      log.warn('los meses siguientes no están en la base de datos todavía', { error });
      return AGAIN_MS;
    }
  });
}
