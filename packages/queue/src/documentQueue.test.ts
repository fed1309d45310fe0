/** Tests the jobs that a document queue adds to Redis, and its errors without Redis. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { Queue, Worker } from 'bullmq';
import { waitFor } from '../../../test/support/waitFor.js';
import { createRedis } from './connection.js';
import { createEmissionQueue } from './documentQueue.js';
import { LANES, prefixOf, QUEUE } from './jobs.js';

/** The database of Redis that only this file uses. */
const url = `${process.env.REDIS_URL}/14`;
const prefix = prefixOf(QUEUE.emit);
const connection = createRedis(url, 'blocking');
const [few, many] = LANES.emit.map((lane) => new Queue(lane, { connection, prefix })) as [
  Queue,
  Queue,
];
const queue = createEmissionQueue(url);
beforeEach(async () => {
  await connection.flushdb();
  await waitFor('the queue is connected', () =>
    queue.enqueue([{ documentId: 1, businessId: 1, dispatches: 1 }]).then(
      () => true,
      () => false,
    ),
  );
  await few.drain();
});
afterAll(async () => {
  await queue.close();
  connection.disconnect();
});

test('a job holds only the ids of documents, and one dispatch is one job', async () => {
  const dispatch = (documentId: number, dispatches: number) =>
    queue.enqueue([{ documentId, businessId: documentId, dispatches }]);
  for (const [documentId, dispatches] of [
    [1, 1],
    [2, 1],
    [1, 1],
    [1, 2],
  ] as const)
    expect(await dispatch(documentId, dispatches)).toBe(1);
  const jobs = await few.getJobs(['prioritized', 'waiting']);
  expect(jobs.map(({ id, data }) => [id, data]).sort()).toEqual([
    ['d-1-1', { documentId: 1 }],
    ['d-1-2', { documentId: 1 }],
    ['d-2-1', { documentId: 2 }],
  ]);
});

const flood = Array.from({ length: 6 }, (_, i) => ({
  documentId: 101 + i,
  businessId: 1,
  dispatches: 3,
  priority: 28 + i,
  lane: 'bulk' as const,
}));

test('documents of one business share jobs of four, with the priority of the first', async () => {
  const other = { documentId: 7, businessId: 2, dispatches: 1, priority: 1 };
  expect(await queue.enqueue([...flood.slice(0, 3), other, ...flood.slice(3)])).toBe(3);
  expect((await few.getJobs(['prioritized'])).map(({ id, name }) => [id, name])).toEqual([
    ['d-7-1', 'document'],
  ]);
  const jobs = await many.getJobs(['prioritized'], 0, -1, true);
  expect(jobs.map(({ id, name: job, data, priority }) => [id, job, data, priority])).toEqual([
    ['d-101-3', 'documents', { documentIds: [101, 102, 103, 104] }, 28],
    ['d-105-3', 'documents', { documentIds: [105, 106] }, 32],
  ]);
});

test('documents of a business with many waiting are taken after those of the others', async () => {
  await queue.enqueue([
    { documentId: 11, businessId: 1, dispatches: 1, priority: 20 },
    { documentId: 21, businessId: 2, dispatches: 1, priority: 1 },
  ]);
  const taken: number[] = [];
  const own = createRedis(url, 'blocking');
  const worker = new Worker(few.name, async (job) => void taken.push(job.data.documentId), {
    connection: own,
    prefix,
  });
  await waitFor('both jobs are taken', () => taken.length >= 2);
  expect(taken).toEqual([21, 11]);
  await worker.close();
  own.disconnect();
});

test('without Redis, and with a Redis that never answers, enqueue rejects in time', async () => {
  const mute = createServer((socket: Socket) => void socket.resume()).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const mutePort = (mute.address() as AddressInfo).port;
  for (const address of ['redis://127.0.0.1:1', `redis://127.0.0.1:${mutePort}`]) {
    const without = createEmissionQueue(address);
    await expect(
      without.enqueue([{ documentId: 1, businessId: 1, dispatches: 1 }]),
    ).rejects.toThrow();
    await without.close();
  }
  mute.close();
});
