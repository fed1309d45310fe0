import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { Queue, Worker } from 'bullmq';
import { createBell } from './bell.js';
import { createRedis } from './connection.js';
import { createHerald, listen } from './herald.js';
import { PREFIX, type QueueName } from './jobs.js';

const url = process.env.REDIS_URL ?? '';
/** A queue of this test's own. */
const ownQueue = () => `prueba-${process.pid}-${Math.random().toString(36).slice(2)}` as QueueName;

async function ringing(queue: QueueName) {
  const bell = createBell(url, { queue });
  const connection = createRedis(url, 'worker');
  const probe = new Queue(queue, { connection, prefix: PREFIX });
  await probe.waitUntilReady();
  while (
    await bell.ring([{ documentId: 1, rung: 1 }]).then(
      () => false,
      () => true,
    )
  )
    await new Promise((resolve) => setTimeout(resolve, 10));
  const close = async () => {
    await probe.obliterate({ force: true });
    await bell.close();
    connection.disconnect();
  };
  return { bell, probe, close };
}

test('a ring is a job with the document and nothing else; the same ring twice is one job', async () => {
  const queue = ownQueue();
  const { bell, probe, close } = await ringing(queue);
  await bell.ring([
    { documentId: 1, rung: 1 },
    { documentId: 2, rung: 1 },
    { documentId: 1, rung: 2 },
  ]);
  const jobs = await probe.getJobs(['prioritized', 'waiting']);
  expect(jobs.map(({ id, data }) => [id, data]).sort()).toEqual([
    ['d-1-1', { documentId: 1 }],
    ['d-1-2', { documentId: 1 }],
    ['d-2-1', { documentId: 2 }],
  ]);
  await close();
});

test('a business that floods queues behind one that does not', async () => {
  const queue = ownQueue();
  const { bell, probe, close } = await ringing(queue);
  await probe.drain();
  await bell.ring([
    { documentId: 11, rung: 1, priority: 40 },
    { documentId: 12, rung: 1, priority: 41 },
    { documentId: 21, rung: 1, priority: 1 },
  ]);
  const taken: number[] = [];
  const connection = createRedis(url, 'worker');
  const worker = new Worker(queue, async (job) => void taken.push(job.data.documentId), {
    connection,
    prefix: PREFIX,
  });
  while (taken.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(taken).toEqual([21, 11, 12]);
  await worker.close();
  connection.disconnect();
  await close();
});

test('without Redis, and with a Redis that only listens, a ring is refused and nothing hangs', async () => {
  const mute = createServer((socket: Socket) => void socket.resume()).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const mutePort = (mute.address() as AddressInfo).port;
  for (const address of ['redis://127.0.0.1:1', `redis://127.0.0.1:${mutePort}`]) {
    const bell = createBell(address);
    await expect(bell.ring([{ documentId: 1, rung: 1 }])).rejects.toThrow();
    await bell.close();
  }
  mute.close();
});

test('a change is heard by whoever listens, and a new listener is told to drop everything', async () => {
  const heard: (number | undefined)[] = [];
  const stop = listen(url, (business) => heard.push(business));
  while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const herald = createHerald(url);
  const business = 1_000_000 + process.pid;
  while (!heard.includes(business)) {
    await herald.announce(business);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(heard[0]).toBeUndefined();
  herald.close();
  stop();
});
