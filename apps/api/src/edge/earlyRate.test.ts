/** A call's count is answered early while the limit is far, by a recent answer of Redis alone. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createRedis } from '@rafaga/queue';
import { waitFor } from '../../../../test/support/waitFor.js';
import { createEarlyRate } from './earlyRate.js';
import { createRate } from './rate.js';

const redis = createRedis(process.env.REDIS_URL as string, 'counter');
beforeAll(async () => {
  if (redis.status !== 'ready') await once(redis, 'ready');
});
afterAll(() => redis.disconnect());

const aCredential = () => randomInt(2 ** 40);
/** A clock that stands still: no answer of Redis becomes old. */
const still = () => 0;
const aProcess = (now?: () => number) => createEarlyRate(createRate(redis, fail), now);

test('calls in quick succession do not wait for Redis, which counts each of them', async () => {
  const rate = aProcess(still);
  const id = aCredential();
  expect(rate.count(id, 100)).toBeInstanceOf(Promise);
  await waitFor('the first count', async () => !(rate.count(id, 100) instanceof Promise));
  const before = (await rate.count(id, 100)).count;
  for (let place = 1; place <= 20; place++)
    expect(rate.count(id, 100)).toMatchObject({ count: before + place, shared: true });
  const shared = createRate(redis, fail);
  const counted = async () => (await shared.count(id, 0)).count;
  await waitFor('Redis to count them', async () => (await counted()) >= before + 20);
  expect(await counted()).toBe(before + 20);
});

test('from half of the limit on each call waits, and no call loses its place', async () => {
  const rate = aProcess(still);
  const id = aCredential();
  const counts: number[] = [];
  const early: boolean[] = [];
  for (let call = 1; call <= 30; call++) {
    const answer = rate.count(id, 20);
    early.push(!(answer instanceof Promise));
    counts.push((await answer).count);
  }
  expect(counts).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
  expect(early.indexOf(true)).toBe(1);
  expect(early.lastIndexOf(true)).toBe(9);
});

test('two processes let pass as many calls as the limit, in turns and at once', async () => {
  const limit = 40;
  const passed = (counts: { count: number }[]) => counts.filter(({ count }) => count <= limit);
  const [one, other] = [aProcess(), aProcess()];
  const inTurns = aCredential();
  const counts = [];
  for (let call = 0; call < 60; call++)
    counts.push(await (call % 2 ? one : other).count(inTurns, limit));
  expect(passed(counts)).toHaveLength(limit);
  const atOnce = aCredential();
  const all = Array.from({ length: 60 }, (_, i) => (i % 2 ? one : other).count(atOnce, limit));
  expect(passed(await Promise.all(all))).toHaveLength(limit);
});

test('an answer of Redis is used for a tenth of a second, and within its minute', async () => {
  const clock = { now: 0 };
  const rate = aProcess(() => clock.now);
  const isEarly = (id: number) => !(rate.count(id, 1_000) instanceof Promise);
  const id = aCredential();
  await rate.count(id, 1_000);
  clock.now = 100;
  expect(isEarly(id)).toBe(true);
  clock.now = 101;
  expect(isEarly(id)).toBe(false);
});

test('once Redis is gone, no call is answered early', async () => {
  const connection = createRedis(process.env.REDIS_URL as string, 'counter');
  await once(connection, 'ready');
  const rate = createEarlyRate(
    createRate(connection, () => undefined),
    still,
  );
  const id = aCredential();
  await rate.count(id, 100);
  connection.disconnect();
  expect(await rate.count(id, 100)).toMatchObject({ count: 2, shared: true });
  await waitFor('the failed count', async () => !(await rate.count(id, 100)).shared);
  expect(rate.count(id, 100)).toBeInstanceOf(Promise);
});

function fail(error: Error): never {
  throw error;
}
