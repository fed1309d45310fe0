import { afterEach, expect, test } from '@jest/globals';
import { Refusal } from '@rafaga/contract';
import { createDrawingPool, type DrawingPool } from './pool.js';
import type { DrawRequest } from './thread.js';

/** A thread that does what the request's number says, in place of the one that draws. */
const THREAD = `
import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', ({ number }) => {
  if (number === 1) return parentPort.postMessage({ error: 'no ink' });
  if (number === 2) process.exit(1);
  if (number === 3) throw new Error('torn');
  if (number === 4) return;
  setTimeout(() => parentPort.postMessage({ pdf: new TextEncoder().encode(threadId + ' drew ' + number) }), 5);
});`;
const thread = new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`);

let pool: DrawingPool;
afterEach(() => pool.close());

const request = (number: number) => ({ number }) as DrawRequest;
const text = async (number: number) => String(await pool.draw(request(number)));

test('many drawings go over a few threads', async () => {
  pool = createDrawingPool({ threads: 2, thread });
  const drawn = await Promise.all(Array.from({ length: 20 }, (_, i) => text(i + 10)));
  expect(drawn.map((words) => Number(words.split(' ').at(-1)))).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 10),
  );
  expect(new Set(drawn.map((words) => words.split(' ')[0])).size).toBe(2);
});

test.each([
  ['says that it cannot', 1, /no ink/],
  ['ends', 2, /ended/],
  ['throws', 3, /torn/],
  ['hangs', 4, /too long/],
])('a thread that %s fails its own drawing only', async (_what, number, message) => {
  pool = createDrawingPool({ threads: 1, thread, patienceMs: 100 });
  const [bad, good] = await Promise.allSettled([text(number), text(10)]);
  expect(bad).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringMatching(message) },
  });
  expect(good).toMatchObject({ status: 'fulfilled', value: expect.stringMatching(/drew 10$/) });
});

test('more than the pool can hold are refused at once', async () => {
  pool = createDrawingPool({ threads: 1, thread });
  const replies = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => text(i + 10)));
  const refused = replies.flatMap((reply) => (reply.status === 'rejected' ? [reply.reason] : []));
  expect(refused.length).toBeGreaterThan(10);
  for (const reason of refused) expect(reason).toBeInstanceOf(Refusal);
  expect(replies.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(30);
});
