/** Tests that a closed connection to Redis leaves no timer behind. */
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import { createRedis } from './connection.js';

/** The timer with which ioredis ends a connection without answers. */
const socketTimer = (redis: Redis) =>
  (redis as unknown as { socketTimeoutTimer?: NodeJS.Timeout }).socketTimeoutTimer;

test('a connection that closes while it blocks leaves no timer, nor does a duplicate', async () => {
  const redis = createRedis(process.env.REDIS_URL ?? '', 'blocking') as Redis;
  for (const blocking of [redis, redis.duplicate()]) {
    await blocking.ping();
    const popped = blocking.bzpopmin(`nothing-${process.pid}`, 10).catch(() => 'closed');
    expect(socketTimer(blocking)?.hasRef()).toBe(true);
    blocking.disconnect();
    await once(blocking, 'end');
    expect([await popped, socketTimer(blocking)]).toEqual(['closed', undefined]);
  }
});
