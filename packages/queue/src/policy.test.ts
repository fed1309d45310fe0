import { expect, test } from '@jest/globals';
import { createRedis } from './connection.js';
import { policyOf, watchPolicy } from './policy.js';

const url = process.env.REDIS_URL as string;

test('a Redis that keeps everything is well', async () => {
  expect(await policyOf(url)).toBeUndefined();
});

test('one that cannot be asked is nobody’s fault', async () => {
  expect(await policyOf('redis://127.0.0.1:1')).toBeUndefined();
});

test('one that may throw keys away is told of, with the command that mends it', async () => {
  const operator = createRedis(url, 'counter');
  await new Promise((resolve) => operator.once('ready', resolve));
  try {
    // harmless to others meanwhile: without a limit of memory nothing is thrown away
    await operator.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const { hostname, port } = new URL(url);
    const command = `redis-cli -h ${hostname} -p ${port} CONFIG SET maxmemory-policy noeviction`;
    expect(await policyOf(url)).toContain(command);
    const watched = createRedis(url, 'request');
    expect(await new Promise((resolve) => watchPolicy(watched, resolve))).toContain(command);
    watched.disconnect();
  } finally {
    await operator.config('SET', 'maxmemory-policy', 'noeviction');
    operator.disconnect();
  }
});
