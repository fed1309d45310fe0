/** Tests that a closed connection to Redis leaves nothing behind that breaks the next one. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import { startScriptedRedis } from '../../../test/support/scriptedRedis.js';
import { waitFor } from '../../../test/support/waitFor.js';
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

const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`;
const list = (...texts: string[]) => `*${texts.length}\r\n${texts.map(bulk).join('')}`;

test('a failover that is told while the sentinels are asked ends no connection', async () => {
  const connected: Socket[] = [];
  const master = await startScriptedRedis((name, socket) => {
    if (name === 'ping') socket.write('+PONG\r\n');
  }, connected);
  const address = list('127.0.0.1', new URL(master.url).port);
  const asked = new Set<Socket>();
  let watching: Socket | undefined;
  const sentinel = await startScriptedRedis((name, socket) => {
    if (name === 'subscribe') {
      watching = socket;
      socket.write(`*3\r\n${bulk('subscribe')}${bulk('+switch-master')}:1\r\n`);
    } else if (asked.has(socket)) socket.write(list());
    else {
      asked.add(socket);
      // the second time is after the master's end
      if (asked.size === 2) watching?.write(list('message', '+switch-master', 'x'));
      setTimeout(() => socket.write(address), 50);
    }
  });
  const { hostname: host, port } = new URL(sentinel.url);
  const login = { sentinelLogin: {}, login: {}, db: 0 };
  const redis = createRedis(
    { sentinels: [{ host, port: Number(port) }], name: 'mymaster', ...login },
    'request',
  );
  await once(redis, 'ready');
  await waitFor('the sentinel to be watched', () => watching);
  const next = ['ready', 'end'].map((event) => once(redis, event).then(() => event));
  for (const socket of connected) socket.destroy();
  expect(await Promise.race(next)).toBe('ready');
  redis.disconnect();
  master.stop();
  sentinel.stop();
});
