/** Calls are counted by credential over all processes, and by this process alone without Redis. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createRedis } from '@rafaga/queue';
import { Redis } from 'ioredis';
import { createRate } from './rate.js';

const redis = createRedis(process.env.REDIS_URL as string, 'counter');
beforeAll(async () => {
  if (redis.status !== 'ready') await once(redis, 'ready');
});
afterAll(() => redis.disconnect());

const aCredential = () => randomInt(2 ** 40);

test('simultaneous calls are counted one by one, in the order in which they arrived', async () => {
  const rate = createRate(redis, fail);
  const id = aCredential();
  const counts = await Promise.all(Array.from({ length: 50 }, () => rate.count(id)));
  expect(counts.map(({ count }) => count)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  for (const { resetMs, shared } of counts)
    expect([resetMs > 0 && resetMs <= 60_000, shared]).toEqual([true, true]);
});

test('two processes share a credential’s minute', async () => {
  const [one, other] = [createRate(redis, fail), createRate(redis, fail)];
  const id = aCredential();
  await one.count(id);
  expect((await other.count(id)).count).toBe(2);
  expect((await one.count(id)).count).toBe(3);
});

test('each credential is counted on its own', async () => {
  const rate = createRate(redis, fail);
  await rate.count(aCredential());
  expect((await rate.count(aCredential())).count).toBe(1);
});

test('a pause of this process is not mistaken for an outage of Redis', async () => {
  const rate = createRate(redis, fail);
  const id = aCredential();
  const first = rate.count(id);
  const began = performance.now();
  while (performance.now() - began < 250);
  expect(await first).toMatchObject({ count: 1, shared: true });
  expect(await rate.count(id)).toMatchObject({ count: 2, shared: true });
});

test('without Redis the process counts alone and skips Redis for a second', async () => {
  const unreachable = createRedis('redis://127.0.0.1:1', 'counter');
  const clock = { now: 0 };
  const reported: Error[] = [];
  const rate = createRate(
    unreachable,
    (error) => reported.push(error),
    () => clock.now,
  );
  const id = aCredential();
  for (let i = 1; i <= 5; i++)
    expect(await rate.count(id)).toMatchObject({ count: i, shared: false });
  expect(reported).toHaveLength(1);
  clock.now = 1_000;
  await rate.count(id);
  expect(reported).toHaveLength(2);
  unreachable.disconnect();
});

test('a Redis that accepts the command and never answers does not delay the count', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}).resume()).listen(
    0,
    '127.0.0.1',
  );
  await once(silent, 'listening');
  const client = new Redis((silent.address() as AddressInfo).port, '127.0.0.1', {
    enableReadyCheck: false,
    disableClientInfo: true,
  });
  client.on('error', () => {});
  await once(client, 'ready');
  expect(await createRate(client, () => {}).count(aCredential())).toMatchObject({
    count: 1,
    shared: false,
  });
  client.disconnect();
  silent.close();
});

test('an outage continues the minute in which it begins', async () => {
  const connection = createRedis(process.env.REDIS_URL as string, 'counter');
  await once(connection, 'ready');
  const rate = createRate(connection, () => {});
  const id = aCredential();
  for (let i = 1; i <= 3; i++)
    expect(await rate.count(id)).toMatchObject({ count: i, shared: true });
  connection.disconnect();
  expect(await rate.count(id)).toMatchObject({ count: 4, shared: false });
});

function fail(error: Error): never {
  throw error;
}
