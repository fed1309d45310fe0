/** Entry point of the worker process: starts the worker and its health server. */
import { run, serveHealth, VERSION } from '@rafaga/runtime';
import { readSettings, startWorker } from './worker.js';

await run('worker', async (log) => {
  const settings = readSettings(process.env);
  const worker = await startWorker(settings, log);
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
  };
});
