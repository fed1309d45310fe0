import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { createRedis } from './connection.js';

/** The timers that keep this process alive. */
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('a connection that closes while it blocks leaves no timer, nor does a duplicate', async () => {
  const redis = createRedis(process.env.REDIS_URL ?? '', 'worker');
  for (const blocking of [redis, redis.duplicate()]) {
    await blocking.ping();
    const before = timers();
    const popped = blocking.bzpopmin(`nothing-${process.pid}`, 10).catch(() => 'closed');
    expect(timers()).toBe(before + 1);
    blocking.disconnect();
    await once(blocking, 'end');
    expect([await popped, timers()]).toEqual(['closed', before]);
  }
});
