/** Tests whether a Redis answers. */
import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { redisAnswers } from './redis.mjs';

test('a running Redis answers', async () => {
  await expect(redisAnswers(process.env.REDIS_URL)).resolves.toBeUndefined();
});

test('an address without a Redis rejects with its cause', async () => {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  await expect(redisAnswers(`redis://127.0.0.1:${port}`)).rejects.toThrow('ECONNREFUSED');
});
