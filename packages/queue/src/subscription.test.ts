/** Tests a subscription whose connection breaks. */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { startFaultProxy } from '../../../test/support/faultProxy.js';
import { startScriptedRedis } from '../../../test/support/scriptedRedis.js';
import { waitFor } from '../../../test/support/waitFor.js';
import { createRedis } from './connection.js';
import { subscribe } from './subscription.js';

const url = process.env.REDIS_URL ?? '';

test('a broken connection subscribes again, and gets what is published then', async () => {
  const channel = `subscription-${process.pid}`;
  const proxy = await startFaultProxy(url);
  const publisher = createRedis(url, 'blocking');
  const messages: string[] = [];
  let times = 0;
  const unsubscribe = subscribe(proxy.url, {
    channel,
    onMessage: (message) => messages.push(message),
    onSubscribed: () => {
      times += 1;
    },
    onError: () => undefined,
  });
  await waitFor('the subscription begins', () => times === 1);
  proxy.reset();
  await waitFor('the subscription begins again', () => times === 2);
  await publisher.publish(channel, 'one');
  await waitFor('the message arrives', () => messages.length > 0);
  expect(messages).toEqual(['one']);
  unsubscribe();
  publisher.disconnect();
  await proxy.stop();
});

test('an end while the subscription begins again rejects no promise and is no error', async () => {
  let first: Socket | undefined;
  let silent = false;
  // it answers one subscription, breaks it, and is silent to the next
  const server = await startScriptedRedis((name, socket) => {
    if (name !== 'subscribe') return;
    first ??= socket;
    if (socket === first) socket.end('*3\r\n$9\r\nsubscribe\r\n$1\r\nc\r\n:1\r\n');
    else silent = true;
  });
  const errors: Error[] = [];
  const unsubscribe = subscribe(server.url, {
    channel: 'c',
    onMessage: () => undefined,
    onError: (error) => errors.push(error),
  });
  await waitFor('the second subscription is on its way', () => silent);
  unsubscribe();
  // Jest fails a test that leaves an unhandled rejection
  await sleep(100);
  expect(errors).toEqual([]);
  server.stop();
});
