/** Tests the jobs that a document queue adds to Redis, and its errors without Redis. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { Queue, Worker } from 'bullmq';
import { waitFor } from '../../../test/support/waitFor.js';
import { createRedis } from './connection.js';
import { createDocumentQueue } from './documentQueue.js';
import { prefixOf, QUEUE, type QueueName } from './jobs.js';

const url = process.env.REDIS_URL ?? '';
/** A name for a queue that only this test uses. */
const ownQueue = () => `prueba-${process.pid}-${Math.random().toString(36).slice(2)}` as QueueName;

async function connected(name: QueueName) {
  const queue = createDocumentQueue(url, name);
  const connection = createRedis(url, 'worker');
  const probe = new Queue(name, { connection, prefix: prefixOf(name) });
  await probe.waitUntilReady();
  await waitFor('the queue is connected', () =>
    queue.enqueue([{ documentId: 1, businessId: 1, dispatches: 1 }]).then(
      () => true,
      () => false,
    ),
  );
  const close = async () => {
    await probe.obliterate({ force: true });
    await queue.close();
    connection.disconnect();
  };
  return { queue, probe, close };
}

test('a job holds only the ids of documents, and one dispatch is one job', async () => {
  const name = ownQueue();
  const { queue, probe, close } = await connected(name);
  const dispatch = (documentId: number, dispatches: number) =>
    queue.enqueue([{ documentId, businessId: documentId, dispatches }]);
  for (const [documentId, dispatches] of [
    [1, 1],
    [2, 1],
    [1, 1],
    [1, 2],
  ] as const)
    expect(await dispatch(documentId, dispatches)).toBe(1);
  const jobs = await probe.getJobs(['prioritized', 'waiting']);
  expect(jobs.map(({ id, data }) => [id, data]).sort()).toEqual([
    ['d-1-1', { documentId: 1 }],
    ['d-1-2', { documentId: 1 }],
    ['d-2-1', { documentId: 2 }],
  ]);
  await close();
});

test('documents of one business share jobs of four, with the priority of the first', async () => {
  const name = ownQueue();
  const { queue, probe, close } = await connected(name);
  await probe.drain();
  const flood = Array.from({ length: 6 }, (_, i) => ({
    documentId: 101 + i,
    businessId: 1,
    dispatches: 3,
    priority: 41 + i,
  }));
  const other = { documentId: 7, businessId: 2, dispatches: 1, priority: 1 };
  expect(await queue.enqueue([...flood.slice(0, 3), other, ...flood.slice(3)])).toBe(3);
  const jobs = await probe.getJobs(['prioritized'], 0, -1, true);
  expect(jobs.map(({ id, name: job, data, priority }) => [id, job, data, priority])).toEqual([
    ['d-7-1', 'document', { documentId: 7 }, 1],
    ['d-101-3', 'documents', { documentIds: [101, 102, 103, 104] }, 41],
    ['d-105-3', 'documents', { documentIds: [105, 106] }, 45],
  ]);
  await close();
});

test('documents of a business with many waiting are taken after those of the others', async () => {
  const name = ownQueue();
  const { queue, probe, close } = await connected(name);
  await probe.drain();
  await queue.enqueue([
    { documentId: 11, businessId: 1, dispatches: 1, priority: 40 },
    { documentId: 21, businessId: 2, dispatches: 1, priority: 1 },
  ]);
  const taken: number[] = [];
  const connection = createRedis(url, 'worker');
  const worker = new Worker(name, async (job) => void taken.push(job.data.documentId), {
    connection,
    prefix: prefixOf(name),
  });
  await waitFor('both jobs are taken', () => taken.length >= 2);
  expect(taken).toEqual([21, 11]);
  await worker.close();
  connection.disconnect();
  await close();
});

test('without Redis, and with a Redis that never answers, enqueue rejects in time', async () => {
  const mute = createServer((socket: Socket) => void socket.resume()).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const mutePort = (mute.address() as AddressInfo).port;
  for (const address of ['redis://127.0.0.1:1', `redis://127.0.0.1:${mutePort}`]) {
    const queue = createDocumentQueue(address, QUEUE.emit);
    await expect(
      queue.enqueue([{ documentId: 1, businessId: 1, dispatches: 1 }]),
    ).rejects.toThrow();
    await queue.close();
  }
  mute.close();
});
