/** A large body that stays away is ended; a small one has the time of its request. */
import { expect, test } from '@jest/globals';
import { type Arrival, createSlowBodies } from './slowBodies.js';

/** Which of the bodies are ended after these many seconds without another byte. */
async function endedAfter(seconds: number, bodies: readonly number[]): Promise<number[]> {
  const clock = { now: 0 };
  const slow = createSlowBodies(() => clock.now);
  const ended: number[] = [];
  const watch = (bytes: number, tooSlow: () => void) => {
    const arrival: Arrival = {
      bytes,
      isLarge: false,
      tooSlow() {
        slow.ended(arrival);
        tooSlow();
      },
    };
    slow.watch(arrival);
  };
  for (const bytes of bodies) watch(bytes, () => ended.push(bytes));
  clock.now = seconds * 1_000;
  // one more, the last to be checked: when it is ended, the others have been checked too
  await new Promise<void>((resolve) => {
    watch(1_000_000, resolve);
    clock.now += 6_000;
  });
  return ended;
}

test('a sale of a mobile network that is silent for twenty seconds is waited for', async () => {
  expect(await endedAfter(20, [0, 2_000, 16_000])).toEqual([]);
});

test('a large body that is held back is ended', async () => {
  expect(await endedAfter(20, [16_001, 2_000, 1_999_999])).toEqual([16_001, 1_999_999]);
});
