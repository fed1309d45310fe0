/**
 * Creates the partitions of coming months ahead, and keeps the statistics of the partitioned tables
 * up to date. One worker at a time does each.
 */
import { analyzeDocuments, type Db, makeDocumentMonths } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import { startLoop } from '@rafaga/runtime/concurrency';

const EVERY_MS = 3_600_000;
const AGAIN_MS = 60_000;

/** @returns stops it */
export function startDocumentMonths(db: Db, log: Logger): () => Promise<void> {
  return startLoop(async () => {
    const done = [await makeMonths(db, log), await analyze(db, log)];
    return done.every(Boolean) ? EVERY_MS : AGAIN_MS;
  });
}

const makeMonths = (db: Db, log: Logger): Promise<boolean> =>
  makeDocumentMonths(db).then(
    (made) => {
      if (made.length > 0) log.info('meses nuevos en la base de datos', { meses: made });
      return true;
    },
    (error) => {
      log.warn('los meses siguientes no están en la base de datos todavía', { error });
      return false;
    },
  );

const analyze = (db: Db, log: Logger): Promise<boolean> =>
  analyzeDocuments(db).then(
    (tables) => {
      if (tables.length > 0)
        log.info('estadísticas nuevas en la base de datos', { tablas: tables });
      return true;
    },
    (error) => {
      log.warn('las estadísticas de la base de datos son antiguas', { error });
      return false;
    },
  );
