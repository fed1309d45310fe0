/** One task starts in each turn of the event loop, and a task that waited too long is refused. */
import { expect, test } from '@jest/globals';
import { Refusal } from '@rafaga/contract';
import { createTurns } from './turns.js';

test('one task starts in each turn of the event loop, in the order of arrival', async () => {
  const turn = createTurns();
  const started: string[] = [];
  const heavy = ['a', 'b', 'c'].map((name) => turn().then(() => started.push(name)));
  for (let i = 0; i < 6; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    started.push('|');
  }
  await Promise.all(heavy);
  expect(started.join('')).toMatch(/^\|?a\|+b\|+c\|*$/);
});

test('the queue works again after it was empty', async () => {
  const turn = createTurns();
  await turn();
  await turn();
  expect(await Promise.all([turn(), turn()])).toHaveLength(2);
});

test('a task that has waited too long is refused and takes no turn', async () => {
  const clock = { now: 0 };
  const turn = createTurns(() => clock.now);
  const late = [turn(), turn()];
  clock.now = 2_500;
  const inTime = turn();
  for (const one of await Promise.allSettled(late))
    expect(one).toEqual({ status: 'rejected', reason: new Refusal('overloaded') });
  await inTime;
});
