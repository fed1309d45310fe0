/** Callers take turns, and one that floods the queue delays the others by one turn. */
import { expect, test } from '@jest/globals';
import { type Caller, createFairQueue, type FairQueueOptions } from './fairQueue.js';

/** A queue whose work is done one by one, on demand. */
function aQueue(change: Partial<FairQueueOptions> = {}) {
  const started: string[] = [];
  const refused: string[] = [];
  const open: (() => void)[] = [];
  const queue = createFairQueue({
    concurrent: 1,
    maxWaitingOfKey: 4,
    maxWaiting: 24,
    overloaded: () => new Error('full'),
    ...change,
  });
  const add = (name: string, caller: Caller) =>
    queue
      .run(caller, () => {
        started.push(name);
        return new Promise<void>((resolve) => open.push(resolve));
      })
      .catch(() => refused.push(name));
  async function finishAll() {
    for (let end = open.shift(); end; end = open.shift()) {
      end();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { queue, add, started, refused, finishAll };
}

test('a flood of one caller delays another by one turn', async () => {
  const { add, started, finishAll } = aQueue();
  for (let i = 0; i < 60; i++) add(`flood ${i}`, { key: 'A' });
  add('honest', { key: 'B' });
  await finishAll();
  expect(started.indexOf('honest')).toBeLessThanOrEqual(2);
});

test('what does not fit in the line of a caller is refused, the oldest first', async () => {
  const { add, started, refused, finishAll } = aQueue();
  for (let i = 0; i < 60; i++) add(`flood ${i}`, { key: 'A' });
  await finishAll();
  expect(started).toEqual(['flood 0', 'flood 59', 'flood 58', 'flood 57', 'flood 56']);
  expect(refused).toHaveLength(55);
  expect(refused.slice(0, 2)).toEqual(['flood 1', 'flood 2']);
});

test('preferred callers run before the others, and each fourth turn is of the others', async () => {
  const { add, started, finishAll } = aQueue();
  for (let i = 0; i < 6; i++) add(`other ${i}`, { key: `O${i}` });
  for (let i = 0; i < 6; i++) add(`known ${i}`, { key: `K${i}`, rank: 'preferred' });
  await finishAll();
  expect(started.slice(0, 7)).toEqual([
    ...['other 0', 'known 0', 'known 1', 'known 2'],
    ...['other 1', 'known 3', 'known 4'],
  ]);
});

test('suspected callers run after the others, and advance all the same', async () => {
  const { add, started, finishAll } = aQueue();
  for (let i = 0; i < 24; i++) add(`failed ${i}`, { key: `S${i}`, rank: 'suspected' });
  for (let i = 0; i < 20; i++) add(`other ${i}`, { key: `O${i}` });
  await finishAll();
  expect(started.slice(1, 13)).toEqual(Array.from({ length: 12 }, (_, i) => `other ${i}`));
  expect(started.slice(13, 15)).toEqual(['failed 1', 'other 12']);
  expect(started).toHaveLength(44);
});

test('requests that found no other waiting give no later rank a turn', async () => {
  const { add, started, finishAll } = aQueue();
  for (let i = 0; i < 20; i++) {
    add('alone', { key: 'A' });
    await finishAll();
  }
  add('runs', { key: 'A' });
  add('failed', { key: 'S', rank: 'suspected' });
  add('other', { key: 'O' });
  add('known', { key: 'K', rank: 'preferred' });
  await finishAll();
  expect(started.slice(20)).toEqual(['runs', 'known', 'other', 'failed']);
});

test('the callers of one group take turns as one, and lose their places first', async () => {
  const { add, started, refused, finishAll } = aQueue({ maxWaiting: 6 });
  for (let i = 0; i < 9; i++) add(`crowd ${i}`, { key: `C${i}`, group: 'C' });
  add('one', { key: 'A', group: 'A' });
  add('two', { key: 'B' });
  await finishAll();
  expect(started.slice(0, 5)).toEqual(['crowd 0', 'crowd 1', 'one', 'two', 'crowd 2']);
  expect(refused).toEqual(['crowd 7', 'crowd 8', 'crowd 6', 'crowd 5']);
});

test('when every place is taken, a new caller takes that of the longest line', async () => {
  const { add, refused, finishAll } = aQueue({ maxWaiting: 3 });
  add('runs', { key: 'A' });
  for (let i = 0; i < 3; i++) add(`many ${i}`, { key: 'A' });
  add('new', { key: 'B' });
  await finishAll();
  expect(refused).toEqual(['many 0']);
});

test('when every place is of another caller, the last to come is refused', async () => {
  const { add, refused, finishAll } = aQueue({ maxWaiting: 3 });
  for (let i = 0; i < 6; i++) add(`one ${i}`, { key: `K${i}` });
  await finishAll();
  expect(refused).toEqual(['one 4', 'one 5']);
});

test('work that fails frees its place', async () => {
  const { queue } = aQueue();
  const failing = queue.run({ key: 'A' }, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  await expect(queue.run({ key: 'A' }, async () => 'done')).resolves.toBe('done');
});
