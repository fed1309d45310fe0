/**
 * Opens one certificate file in a thread, whose memory is bounded, of a process of its own, which
 * can be killed: nothing ends a thread that computes within OpenSSL. Sends `started` when the
 * thread runs, then what it posts; ends without an answer when the thread fails, and with the
 * process that started it.
 */
import { Worker } from 'node:worker_threads';

const OPENER = new URL('./openFile.mjs', import.meta.url);

process.once('message', (workerData) => {
  const thread = new Worker(OPENER, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8, stackSizeMb: 2 },
  });
  thread.on('online', () => process.send('started'));
  thread.on('message', (answer) => process.send({ answer }));
  thread.on('error', () => process.exit(1));
});

// exit would wait for the thread
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
