/** Tests that rounds follow one another, and that a stop waits for the round under way alone. */
import { expect, test } from '@jest/globals';
import { startLoop } from './loop.js';

const LONG_MS = 60_000;

test('a round begins when the one before has ended', async () => {
  const events: string[] = [];
  await new Promise<void>((resolve) => {
    const stop = startLoop(async () => {
      events.push('begin');
      await new Promise(setImmediate);
      if (events.push('end') === 6) {
        void stop();
        resolve();
      }
      return 1;
    });
  });
  expect(events).toEqual(['begin', 'end', 'begin', 'end', 'begin', 'end']);
});

test('a stop waits for the round under way, and no other begins', async () => {
  let rounds = 0;
  let finish = () => {};
  const stop = startLoop(async () => {
    rounds += 1;
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return 0;
  });
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  await new Promise(setImmediate);
  expect(stopped).toBe(false);
  finish();
  await stopping;
  expect(rounds).toBe(1);
});

test('a stop ends a pause', async () => {
  const stop = startLoop(async () => LONG_MS);
  await new Promise(setImmediate);
  await stop();
});
