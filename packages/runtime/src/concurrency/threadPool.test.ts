/** Tests a pool of real worker threads: spread, failures, limits. */
import { setFlagsFromString } from 'node:v8';
import { afterEach, expect, test } from '@jest/globals';
import { createThreadPool, type ThreadPool } from './threadPool.js';

/** The code of a thread that ends, throws, hangs or answers, by the number of the request. */
const MODULE = `
import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', (number) => {
  if (number === 2) process.exit(1);
  if (number === 3) throw new Error('torn');
  if (number === 4) return;
  setTimeout(() => parentPort.postMessage({ threadId, number }), 5);
});`;
const module = new URL(`data:text/javascript,${encodeURIComponent(MODULE)}`);

class Overloaded extends Error {}

let pool: ThreadPool<number, { threadId: number; number: number }>;
afterEach(() => pool.close());

const aPool = (threads: number, timeoutMs = 4_000) =>
  createThreadPool<number, { threadId: number; number: number }>({
    module,
    threads,
    maxWaiting: 32,
    timeoutMs,
    overloaded: () => new Overloaded(),
  });

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 10);

test('many requests are spread over a few threads', async () => {
  pool = aPool(2);
  const replies = await Promise.all(numbers(20).map((number) => pool.run(number)));
  expect(replies.map(({ number }) => number)).toEqual(numbers(20));
  expect(new Set(replies.map(({ threadId }) => threadId)).size).toBe(2);
});

/** A thread that answers with the most bytes of its space for young objects. */
const ALLOCATES = `
import { parentPort } from 'node:worker_threads';
import { getHeapSpaceStatistics } from 'node:v8';
parentPort.on('message', () => {
  let kept = [];
  let number = 0;
  for (let i = 0; i < 1_500_000; i += 1) {
    kept.push({ i, list: [i] });
    if (kept.length > 400_000) kept = kept.slice(200_000);
    if (i % 50_000 > 0) continue;
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    number = Math.max(number, young.space_size);
  }
  parentPort.postMessage({ threadId: 0, number });
});`;

test('a thread has no larger space for young objects than Node gives by itself', async () => {
  setFlagsFromString('--max-semi-space-size=64');
  pool = createThreadPool({
    module: new URL(`data:text/javascript,${encodeURIComponent(ALLOCATES)}`),
    threads: 1,
    maxWaiting: 1,
    timeoutMs: 20_000,
    overloaded: () => new Overloaded(),
  });
  expect((await pool.run(1)).number).toBeLessThanOrEqual(48 * 2 ** 20);
});

test.each([
  ['ends', 2, /ended/],
  ['throws', 3, /torn/],
  ['hangs', 4, /too long/],
])('a thread that %s fails its own request only', async (_what, number, message) => {
  pool = aPool(1, 1_000);
  const [bad, good] = await Promise.allSettled([pool.run(number), pool.run(10)]);
  expect(bad).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringMatching(message) },
  });
  expect(good).toMatchObject({ status: 'fulfilled', value: { number: 10 } });
});

test('a request that cannot be copied is rejected, and the next one is answered', async () => {
  pool = aPool(1);
  await expect(pool.run((() => undefined) as never)).rejects.toThrow(/cloned/);
  expect(await pool.run(10)).toMatchObject({ number: 10 });
});

test('more requests than may wait are rejected at once', async () => {
  pool = aPool(1);
  const replies = await Promise.allSettled(numbers(50).map((number) => pool.run(number)));
  const reasons = replies.flatMap((reply) => (reply.status === 'rejected' ? [reply.reason] : []));
  expect(reasons).toHaveLength(50 - 1 - 32);
  for (const reason of reasons) expect(reason).toBeInstanceOf(Overloaded);
});

test('a thread that cannot start fails its requests, and the process goes on', async () => {
  pool = createThreadPool({
    module: new URL('https://127.0.0.1/thread.js'),
    threads: 1,
    maxWaiting: 32,
    timeoutMs: 100,
    overloaded: () => new Overloaded(),
  });
  for (const { status } of await Promise.allSettled([pool.run(10), pool.run(11)]))
    expect(status).toBe('rejected');
});

test('a pool that closes rejects what waits, and starts no thread afterwards', async () => {
  pool = aPool(1);
  const replies = Promise.allSettled([4, 10, 11].map((number) => pool.run(number)));
  await pool.close();
  const [, ...waiting] = await replies;
  for (const reply of [...waiting, ...(await Promise.allSettled([pool.run(12)]))])
    expect(reply).toMatchObject({ status: 'rejected', reason: expect.any(Overloaded) });
});
