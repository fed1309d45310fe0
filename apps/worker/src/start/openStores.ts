/** Opens the stores of a worker: PostgreSQL, the file store and the vault. */
import {
  createContinuity,
  createDb,
  type Decision,
  restorationAlarm,
  reviewPendingDecided,
  withIndexPlans,
} from '@rafaga/db';
import { type Logger, throttleErrors } from '@rafaga/runtime';
import { singleFlight } from '@rafaga/runtime/concurrency';
import type { Metrics } from '@rafaga/runtime/metrics';
import { createVault } from '@rafaga/secrets';
import { openMeasuredStore, readDecisions, readMarks, watchStore } from '@rafaga/storage';
import { statementSpans, type Tracing } from '@rafaga/tracing';
import type { WorkerSettings } from '../settings.js';

const MAX_CONNECTIONS = 12;

export type Stores = ReturnType<typeof openStores>;

interface StoreOptions {
  name: string;
  log: Logger;
  metrics: Metrics;
  tracing: Tracing | undefined;
  /** Called when the file store fails an operation. */
  onFileFailure(): void;
}

export function openStores(
  settings: WorkerSettings,
  { name, log, metrics, tracing, onFileFailure }: StoreOptions,
) {
  const files = watchStore(openMeasuredStore(settings, metrics), {
    damaged: (key) =>
      log.warn('ALARMA: un archivo guardado está dañado o falta, y no se usa', { file: key }),
    failed: onFileFailure,
  });
  /** Connections that open together share the reading. */
  const reading = singleFlight<Decision[]>();
  const decisionsSince = (day: Date) =>
    reading(day.toISOString(), () => readDecisions<Decision>(files, day));
  const continuity = createContinuity({
    process: `worker ${name}`,
    readMarks: () => readMarks(files.mutable),
    onConnected: (client) => reviewPendingDecided(client, decisionsSince),
    onRestoring: (found) => log.error(...restorationAlarm(found)),
    onEnded: () => log.info('terminó la restauración: se envía otra vez'),
    onError: throttleErrors((error, times) =>
      log.warn('no se pudo comparar con lo emitido', { error, times }),
    ),
  });
  const db = createDb(withIndexPlans(settings.databaseUrl), {
    name: 'rafaga-worker',
    onBatch: statementSpans(tracing),
    max: MAX_CONNECTIONS,
    verify: continuity.verify,
  });
  const vault = createVault(settings.secretKeys);
  return { files, continuity, db, vault };
}
