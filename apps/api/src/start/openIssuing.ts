/** Opens the parts that issue documents: the file store, the acknowledgements and the batches. */
import { createContinuity, createIssuance, type Db, restorationAlarm } from '@rafaga/db';
import { type Logger, throttleErrors } from '@rafaga/runtime';
import type { Metrics } from '@rafaga/runtime/metrics';
import {
  cacheReads,
  mergeMarks,
  openMeasuredStore,
  readMarks,
  type StoreConfig,
  watchStore,
} from '@rafaga/storage';
import { createAcknowledgements } from '../acknowledgements.js';

interface IssuingOptions {
  /** The name of the process. */
  name: string;
  db: Db;
  log: Logger;
  metrics: Metrics;
  checkFiles(): void;
}

export function openIssuing(
  config: StoreConfig,
  { name, db, log, metrics, checkFiles }: IssuingOptions,
) {
  const watched = watchStore(openMeasuredStore(config, metrics), {
    damaged(key) {
      log.warn('ALARMA: un archivo guardado está dañado o falta', { file: key });
      checkFiles();
    },
    failed: checkFiles,
  });
  const files = cacheReads(watched);
  const storeTrouble = throttleErrors((error) =>
    log.warn('el diario de lo emitido no se escribe o no se lee', { error }),
  );
  const acknowledgements = createAcknowledgements(db, files, storeTrouble);
  const continuity = createContinuity({
    process: `api ${name}`,
    readMarks: () => readMarks(files.mutable),
    own: acknowledgements.marks,
    onRestoring: (found) => log.error(...restorationAlarm(found)),
    onWell: () => void mergeMarks(files.mutable).catch(storeTrouble),
    onEnded: () => log.info('terminó la restauración: se emite otra vez'),
    onError: storeTrouble,
  });
  const issuance = createIssuance(db, {
    verify: continuity.verify,
    onIssued: acknowledgements.add,
  });
  const close = () => issuance.close().then(acknowledgements.close);
  return { files, acknowledgements, continuity, issuance, close };
}
