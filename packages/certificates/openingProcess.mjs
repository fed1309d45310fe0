/**
 * Opens one certificate file in a thread, whose memory is bounded, of a process of its own, which
 * can be killed: nothing ends a thread that computes within OpenSSL. Sends `started` when the
 * thread runs, then what it posts, or `too_slow` when it has computed for five seconds: a busy
 * machine is no fault of the file. Ends without an answer when the thread fails, and with the
 * process that started it.
 */
import { Worker } from 'node:worker_threads';

const MOST_CPU_MS = 5_000;
const OPENER = new URL('./openFile.mjs', import.meta.url);

process.once('message', (workerData) => {
  const thread = new Worker(OPENER, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8, stackSizeMb: 2 },
  });
  thread.on('online', () => {
    process.send('started');
    const before = process.cpuUsage();
    setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if (user + system > MOST_CPU_MS * 1_000) process.send({ answer: 'too_slow' });
    }, 100);
  });
  thread.on('message', (answer) => process.send({ answer }));
  thread.on('error', () => process.exit(1));
});

// exit would wait for the thread
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
