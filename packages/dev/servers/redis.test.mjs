/** Tests the eviction policy that is read from a Redis. */
import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { evictionPolicy } from './redis.mjs';

test('the eviction policy is read from a running Redis', async () => {
  expect(await evictionPolicy(process.env.REDIS_URL)).toBe('noeviction');
});

test('an address without a Redis rejects with its cause', async () => {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  await expect(evictionPolicy(`redis://127.0.0.1:${port}`)).rejects.toThrow('ECONNREFUSED');
});
