/**
 * Entry point of the worker: one process with its health server, which starts another one for the
 * lane `bulk`.
 */
import type { AddressInfo } from 'node:net';
import { type Logger, run, type Stop, serveHealth, VERSION } from '@rafaga/runtime';
import { pageOf } from '@rafaga/runtime/metrics';
import { startTracing } from '@rafaga/tracing';
import { BULK, reportToParent, startBulkProcess, yieldProcessor } from './bulkProcess.js';
import { type RunningWorker, readSettings, startWorker, type WorkerSettings } from './worker.js';

await run('worker', (log) => {
  const settings = readSettings(process.env);
  return process.argv[2] === BULK ? startBulk(settings, log) : startFirst(settings, log);
});

async function startFirst(settings: WorkerSettings, log: Logger): Promise<Stop> {
  const { lanes, healthPort, healthHost } = settings;
  const tracing = await startTracing('worker', process.env, log);
  let worker: RunningWorker | undefined;
  /** What this process has begun is finished first. */
  const leave = async () => {
    await worker?.stop().catch((error) => log.error('al detenerse', { error }));
    process.exit(1);
  };
  const bulk = lanes.includes(BULK) ? startBulkProcess(log, leave) : undefined;
  const own = bulk && {
    lanes: lanes.filter((lane) => lane !== BULK),
    background: 'elsewhere' as const,
  };
  const started = await startWorker({ ...settings, ...own }, log, {}, tracing);
  worker = started;
  const health = { ...started.health, alive: () => started.health.alive() ?? bulk?.stuck() };
  const metrics = async () =>
    pageOf(await Promise.all([started.samples(), ...(bulk ? [bulk.samples()] : [])]));
  const server = await serveHealth(health, healthPort, healthHost, metrics);
  const { port } = server.address() as AddressInfo;
  log.info('listo', { version: VERSION, lanes, healthPort: port });
  // for a parent process that waits until this one works
  process.send?.({ ready: true, healthPort: port });
  return async () => {
    await Promise.all([bulk?.stop(), started.stop()]);
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
