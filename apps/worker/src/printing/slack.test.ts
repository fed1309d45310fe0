/** A print waits while the process sends as much as it can, and never for ever. */
import { expect, test } from '@jest/globals';
import { createSlack, type Load, slackOf } from './slack.js';

const FULL: Load = { places: 1, loop: 0.5 };

/** Waits under these loads, one after the other, of which the last one stays. */
async function turnsOf(...loads: Load[]): Promise<number> {
  let turns = 0;
  const slack = slackOf(
    () => loads[Math.min(turns, loads.length - 1)] as Load,
    async () => void turns++,
  );
  await slack.wait();
  return turns;
}

test('a print is drawn at once while few documents are sent', async () => {
  expect(await turnsOf({ places: 0.5, loop: 0.9 })).toBe(0);
});

test('a print is drawn at once while all documents wait for the authority', async () => {
  expect(await turnsOf({ places: 1, loop: 0.05 })).toBe(0);
});

test('a print waits until sending leaves room', async () => {
  expect(await turnsOf(FULL, FULL, FULL, { places: 0.2, loop: 0.5 })).toBe(3);
});

test('a print is drawn under a load that does not end', async () => {
  expect(await turnsOf(FULL)).toBe(20);
});

test('a process that ends delays no print', async () => {
  const slack = slackOf(
    () => FULL,
    async () => slack.stop(),
  );
  await slack.wait();
  const ended = createSlack(() => 1);
  ended.stop();
  await ended.wait();
});
