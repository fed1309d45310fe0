/** Tests when the watchdog replaces the consumer, and when it ends the process. */
import { expect, test } from '@jest/globals';
import { createLogger } from '@rafaga/runtime';
import { startWatchdog } from './watchdog.js';

const log = createLogger('worker');
log.silent = true;

interface Watched {
  take?: () => boolean;
  /** Absent: until the watchdog gives up. */
  forMs?: number;
}

/** Watches a consumer, and returns what the watchdog did. */
async function watch(jobs: () => Promise<number>, { take = () => false, forMs }: Watched = {}) {
  const events: string[] = [];
  let lastTaken = performance.now();
  await new Promise<void>((resolve) => {
    const stop = startWatchdog({
      consumer: {
        busy: () => 0,
        lastTaken: () => {
          if (take()) lastTaken = performance.now();
          return lastTaken;
        },
        replace: async () => void events.push('replaced'),
      },
      waiting: jobs,
      log,
      giveUp: () => {
        events.push('gave up');
        void stop();
        resolve();
      },
      maxIdleMs: 15,
      everyMs: 3,
    });
    if (forMs !== undefined)
      setTimeout(() => {
        void stop();
        resolve();
      }, forMs);
  });
  return events;
}

test('jobs that are not taken replace the consumer twice, then end the process', async () => {
  expect(await watch(async () => 3)).toEqual(['replaced', 'replaced', 'gave up']);
});

test.each([
  ['no work', async () => 0],
  ['a Redis that does not answer', () => Promise.reject(new Error('ECONNREFUSED'))],
])('with %s nothing is replaced', async (_what, jobs) => {
  expect(await watch(jobs, { forMs: 200 })).toEqual([]);
});

test('a consumer that takes jobs is not replaced', async () => {
  expect(await watch(async () => 3, { take: () => true, forMs: 200 })).toEqual([]);
});
