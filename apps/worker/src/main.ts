/**
 * Entry point of the worker: one process with its health server, which starts another one for the
 * lane `bulk`.
 */
import type { AddressInfo } from 'node:net';
import { announceReady, type Logger, run, type Stop, serveHealth, VERSION } from '@rafaga/runtime';
import { pageOf } from '@rafaga/runtime/metrics';
import { startTracing } from '@rafaga/tracing';
import { BULK, reportToParent, startBulkProcess, yieldProcessor } from './bulkProcess.js';
import { readSettings, startWorker, type WorkerSettings } from './worker.js';

await run('worker', (log) => {
  const settings = readSettings(process.env);
  return process.argv[2] === BULK ? startBulk(settings, log) : startFirst(settings, log);
});

async function startFirst(settings: WorkerSettings, log: Logger): Promise<Stop> {
  const { lanes, healthPort, healthHost } = settings;
  const tracing = await startTracing('worker', process.env, log);
  const hasBulk = lanes.includes(BULK);
  const own = hasBulk && {
    lanes: lanes.filter((lane) => lane !== BULK),
    background: 'elsewhere' as const,
  };
  const starting = startWorker({ ...settings, ...own }, log, {}, tracing);
  /** Ends this process after it has finished its documents, so that both are started again. */
  const leave = async () => {
    await starting
      .then((started) => started.stop())
      .catch((error) => log.error('al detenerse', { error }));
    process.exit(1);
  };
  const bulk = hasBulk ? startBulkProcess(log, leave) : undefined;
  const worker = await starting;
  const health = { ...worker.health, alive: () => worker.health.alive() ?? bulk?.stuck() };
  const metrics = async () =>
    pageOf(await Promise.all([worker.samples(), ...(bulk ? [bulk.samples()] : [])]));
  const address = { name: 'WORKER', port: healthPort, host: healthHost };
  const server = await serveHealth(health, address, metrics);
  const { port } = server.address() as AddressInfo;
  log.info('listo', { version: VERSION, lanes, healthPort: port });
  announceReady({ healthPort: port });
  return async () => {
    await Promise.all([bulk?.stop(), worker.stop()]);
    server.close();
    await tracing?.stop();
  };
}

async function startBulk(settings: WorkerSettings, log: Logger): Promise<Stop> {
  yieldProcessor();
  const tracing = await startTracing('worker', process.env, log);
  const own = { ...settings, lanes: [BULK] as const, labels: { process: BULK } };
  const worker = await startWorker(own, log, {}, tracing);
  reportToParent(worker);
  return async () => {
    await worker.stop();
    await tracing?.stop();
  };
}
