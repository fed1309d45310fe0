/** Entry point of the worker process: starts the worker and its health server. */
import { run, serveHealth, VERSION } from '@rafaga/runtime';
import { startTracing } from '@rafaga/tracing';
import { readSettings, startWorker } from './worker.js';

await run('worker', async (log) => {
  const settings = readSettings(process.env);
  const tracing = await startTracing('worker', process.env, log);
  const worker = await startWorker(settings, log, {}, tracing);
  const server = await serveHealth(
    worker.health,
    settings.healthPort,
    settings.healthHost,
    worker.metrics,
  );
  log.info('listo', { version: VERSION, queues: settings.queues, address: server.address() });
  return async () => {
    await worker.stop();
    server.close();
    await tracing?.stop();
  };
});
