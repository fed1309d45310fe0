/**
 * A worker process that ends or waits at a checkpoint when a test orders it. The worker of
 * the product has no checkpoint hook.
 */
import { run, serveHealth } from '@rafaga/runtime';
import { readSettings, startWorker } from '@rafaga/worker';

/** { checkpoint, documentId?, signal?, times } */
let order;
let go = () => {};
process.on('message', (message) => {
  if (message.order) order = message.order;
  if (message.go) go();
});

async function checkpoint(name, documentId) {
  if (order?.checkpoint !== name || (order.documentId ?? documentId) !== documentId) return;
  const { signal } = order;
  order = --order.times > 0 ? order : undefined;
  // a process that has ended sends nothing any more
  await new Promise((sent) => process.send({ checkpoint: name, documentId }, sent));
  if (signal) process.kill(process.pid, signal);
  else
    await new Promise((resolve) => {
      go = resolve;
    });
}

await run('worker', async (log) => {
  const settings = readSettings(process.env);
  const worker = await startWorker(settings, log, { checkpoint });
  const { healthPort: port, healthHost: host } = settings;
  const server = await serveHealth(worker.health, { name: 'WORKER', port, host });
  process.send({ ready: true });
  return async () => {
    await worker.stop();
    server.close();
  };
});
