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
const aProcess = (now?: () => number, processes = 1) =>
  createEarlyRate(createRate(redis, fail), processes, now);
const passed = (counts: { count: number }[], limit: number) =>
  counts.filter(({ count }) => count <= limit).length;
/** What Redis has counted. */
const counted = async (id: number) => (await createRate(redis, fail).count(id, 0)).count;

test('calls in quick succession do not wait for Redis, which counts each of them', async () => {
  const rate = aProcess(still);
  const id = aCredential();
  expect(await rate.count(id, 100)).toMatchObject({ count: 1, shared: true });
  for (let count = 2; count <= 21; count++)
    expect(rate.count(id, 100)).toMatchObject({ count, shared: true });
  await waitFor('Redis to count them', async () => (await counted(id)) >= 21);
  expect(await counted(id)).toBe(21);
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

test('calls that wait for Redis count for those that come meanwhile', async () => {
  const limit = 60;
  const rate = aProcess(still);
  const id = aCredential();
  const waiting = Array.from({ length: 60 }, () => rate.count(id, limit));
  await waiting[0];
  const more = Array.from({ length: 29 }, () => rate.count(id, limit));
  expect(passed(await Promise.all([...waiting, ...more]), limit)).toBe(limit);
});

test('two processes let pass as many calls as the limit when their calls alternate', async () => {
  const limit = 40;
  const [one, other] = [aProcess(still, 2), aProcess(still, 2)];
  const id = aCredential();
  const counts = [];
  for (let call = 0; call < 60; call++)
    counts.push(await (call % 2 ? one : other).count(id, limit));
  expect(passed(counts, limit)).toBe(limit);
});

test('calls at once at two processes exceed the limit by less than half of it', async () => {
  const limit = 40;
  const [one, other] = [aProcess(still, 2), aProcess(still, 2)];
  const id = aCredential();
  await other.count(id, limit);
  const unsent = Array.from({ length: 19 }, () => other.count(id, limit));
  const all = [...unsent, ...Array.from({ length: 60 }, () => one.count(id, limit))];
  const early = unsent.filter((answer) => !(answer instanceof Promise));
  expect(early).toHaveLength(limit / 4);
  expect(passed(await Promise.all(all), limit)).toBeLessThan(1.5 * limit);
  expect(await counted(id)).toBe(80);
});

test('an answer of Redis is used for a tenth of a second, and within its minute', async () => {
  const clock = { now: 0 };
  const passesAfter = async (ms: number, resetMs: number) => {
    const answer = { count: 1, resetMs, shared: true };
    const rate = createEarlyRate({ count: async () => answer }, 1, () => clock.now);
    await rate.count(1, 1_000);
    clock.now += ms;
    return !(rate.count(1, 1_000) instanceof Promise);
  };
  expect(await passesAfter(100, 60_000)).toBe(true);
  expect(await passesAfter(101, 60_000)).toBe(false);
  expect(await passesAfter(29, 50)).toBe(true);
  expect(await passesAfter(30, 50)).toBe(false);
});

test('once Redis has not counted, no call is let pass before its count', async () => {
  const connection = createRedis(process.env.REDIS_URL as string, 'counter');
  await once(connection, 'ready');
  const rate = createEarlyRate(
    createRate(connection, () => undefined),
    1,
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
