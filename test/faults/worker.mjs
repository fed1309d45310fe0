// A worker that can be told to die, freeze or wait at a moment between two steps. The product's own
// worker has nothing of it: the moments are a hook that its main.ts leaves empty.
import { run, serveHealth } from '@rafaga/runtime';
import { readSettings, startWorker } from '@rafaga/worker';

/** { moment, documentId?, signal?, times } */
let order;
let go = () => {};
process.on('message', (message) => {
  if (message.order) order = message.order;
  if (message.go) go();
});

async function at(moment, documentId) {
  if (order?.moment !== moment || (order.documentId ?? documentId) !== documentId) return;
  const { signal } = order;
  order = --order.times > 0 ? order : undefined;
  process.send({ moment, documentId });
  if (signal) process.kill(process.pid, signal);
  else
    await new Promise((resolve) => {
      go = resolve;
    });
}

await run('worker', async (log) => {
  const settings = readSettings(process.env);
  const worker = await startWorker(settings, log, { at });
  const server = await serveHealth(worker.health, settings.healthPort, settings.healthHost);
  process.send({ ready: true });
  return async () => {
    await worker.stop();
    server.close();
  };
});
