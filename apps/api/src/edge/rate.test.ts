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

test('calls that come together get places of their own, in the order they came', async () => {
  const rate = createRate(redis, fail);
  const id = aCredential();
  const spent = await Promise.all(Array.from({ length: 50 }, () => rate.spend(id)));
  expect(spent.map(({ count }) => count)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  for (const { resetMs, shared } of spent)
    expect([resetMs > 0 && resetMs <= 60_000, shared]).toEqual([true, true]);
});

test('two processes share a credential’s minute', async () => {
  const [one, other] = [createRate(redis, fail), createRate(redis, fail)];
  const id = aCredential();
  await one.spend(id);
  expect((await other.spend(id)).count).toBe(2);
  expect((await one.spend(id)).count).toBe(3);
});

test('credentials do not meet', async () => {
  const rate = createRate(redis, fail);
  await rate.spend(aCredential());
  expect((await rate.spend(aCredential())).count).toBe(1);
});

test('a pause of the process is not taken for an absence of Redis', async () => {
  const rate = createRate(redis, fail);
  const id = aCredential();
  const first = rate.spend(id);
  const began = performance.now();
  while (performance.now() - began < 250);
  expect(await first).toMatchObject({ count: 1, shared: true });
  expect(await rate.spend(id)).toMatchObject({ count: 2, shared: true });
});

test('without Redis the process counts by itself, tells once, and does not ask for a second', async () => {
  const away = createRedis('redis://127.0.0.1:1', 'counter');
  const clock = { now: 0 };
  const heard: Error[] = [];
  const rate = createRate(
    away,
    (error) => heard.push(error),
    () => clock.now,
  );
  const id = aCredential();
  for (let i = 1; i <= 5; i++)
    expect(await rate.spend(id)).toMatchObject({ count: i, shared: false });
  expect(heard).toHaveLength(1);
  clock.now = 1_000;
  await rate.spend(id);
  expect(heard).toHaveLength(2);
  away.disconnect();
});

test('a Redis that takes the question and never answers is not waited for', async () => {
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
  expect(await createRate(client, () => {}).spend(aCredential())).toMatchObject({
    count: 1,
    shared: false,
  });
  client.disconnect();
  silent.close();
});

test('an outage goes on with the minute that it breaks into', async () => {
  const connection = createRedis(process.env.REDIS_URL as string, 'counter');
  await once(connection, 'ready');
  const rate = createRate(connection, () => {});
  const id = aCredential();
  for (let i = 1; i <= 3; i++)
    expect(await rate.spend(id)).toMatchObject({ count: i, shared: true });
  connection.disconnect();
  expect(await rate.spend(id)).toMatchObject({ count: 4, shared: false });
});

function fail(error: Error): never {
  throw error;
}
