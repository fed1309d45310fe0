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

test('the time in which a large body is not read does not count', async () => {
  const clock = { now: 0 };
  const slow = createSlowBodies(() => clock.now);
  const ended: string[] = [];
  const watch = (name: string, tooSlow: () => void = () => undefined) => {
    const arrival: Arrival = {
      bytes: 0,
      isLarge: true,
      tooSlow() {
        slow.ended(arrival);
        ended.push(name);
        tooSlow();
      },
    };
    slow.watch(arrival);
    return arrival;
  };
  slow.pause(watch('paused'));
  const resumed = watch('resumed');
  slow.pause(resumed);
  clock.now = 20_000;
  slow.resume(resumed);
  // it is the last to be checked: when it is ended, the others have been checked too
  clock.now = 19_000;
  const checked = new Promise<void>((resolve) => void watch('held back', resolve));
  clock.now = 24_500;
  await checked;
  expect(ended).toEqual(['held back']);
});
