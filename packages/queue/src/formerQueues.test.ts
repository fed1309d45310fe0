/** Tests that the queues of an earlier version are taken over, and removed when unused. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Queue, Worker } from 'bullmq';
import { waitFor } from '../../../test/support/waitFor.js';
import { createRedis } from './connection.js';
import { countQueues, setPaused } from './counts.js';
import { createFormerQueues } from './formerQueues.js';
import { removeUnused } from './formerRemoval.js';
import { FORMER_PREFIX, LANES, type Lane, prefixOf, QUEUE, toJobs, toPrintJobs } from './jobs.js';

/** The database of Redis that only this file uses. */
const url = `${process.env.REDIS_URL}/15`;
const connection = createRedis(url, 'blocking');
const queueOf = (name: Lane, prefix: string) => new Queue(name, { connection, prefix });
const former = queueOf(QUEUE.emit, FORMER_PREFIX);
const taking = createFormerQueues(url);
beforeAll(async () => void (await connection.flushdb()));
afterAll(() => {
  taking.close();
  connection.disconnect();
});

const keys = () => connection.keys(`${FORMER_PREFIX}:*`);

test('jobs keep their ids and priorities, and nothing is left of the former queues', async () => {
  const prints = queueOf(QUEUE.print, FORMER_PREFIX);
  await former.addBulk(
    toJobs([
      { documentId: 1, businessId: 1, dispatches: 1, priority: 7 },
      { documentId: 2, businessId: 2, dispatches: 3 },
    ]),
  );
  await prints.addBulk(toPrintJobs([1, 2]));
  await connection.set(`${FORMER_PREFIX}:epoch`, 'of the former version');
  await waitFor('the former queues to be removed', async () => {
    await taking.takeJobs();
    return (await keys()).length === 0;
  });
  const emission = await queueOf(QUEUE.emit, prefixOf(QUEUE.emit)).getJobs(['prioritized']);
  expect(emission.map(({ id, data, priority }) => [id, data.documentId, priority]).sort()).toEqual([
    ['d-1-1', 1, 7],
    ['d-2-3', 2, 1],
  ]);
  const [print] = await queueOf(QUEUE.print, prefixOf(QUEUE.print)).getJobs(['waiting']);
  expect(print?.data).toEqual({ documentIds: [1, 2] });
});

test('a former queue stays while a worker of that version runs', async () => {
  const worker = new Worker(QUEUE.emit, async () => undefined, {
    connection,
    prefix: FORMER_PREFIX,
  });
  await waitFor('the worker', async () => (await former.getWorkersCount()) === 1);
  await former.add('document', { documentId: 3 });
  await taking.takeJobs();
  await taking.takeJobs();
  expect(await keys()).toContain(`${FORMER_PREFIX}:${QUEUE.emit}:meta`);
  await worker.close();
});

test('a pause outlives the change of version', async () => {
  await former.pause();
  await taking.takePauses();
  expect((await countQueues(url)).emit.paused).toBe(true);
  expect((await countQueues(url)).print.paused).toBe(false);
});

test('a pause is taken before the first jobs, and once', async () => {
  await connection.flushdb();
  await former.pause();
  const later = createFormerQueues(url);
  await waitFor('the jobs to be taken', async () => {
    await later.takeJobs();
    return (await keys()).length === 0;
  });
  later.close();
  expect((await countQueues(url)).emit.paused).toBe(true);
  await former.pause();
  await taking.takePauses();
  const present = queueOf(QUEUE.emit, prefixOf(QUEUE.emit));
  await present.resume();
  await taking.takePauses();
  expect(await present.isPaused()).toBe(false);
});

test('a waiting job keeps its queue, which is not paused', async () => {
  await connection.flushdb();
  await former.add('document', { documentId: 4 });
  await removeUnused(connection, QUEUE.emit);
  expect(await former.getWaitingCount()).toBe(1);
  expect(await former.isPaused()).toBe(false);
});

test('a job of a killed worker does not keep a queue, one under way does', async () => {
  await connection.flushdb();
  const worker = new Worker(QUEUE.emit, undefined, { connection, prefix: FORMER_PREFIX });
  await former.add('document', { documentId: 5 });
  const job = await worker.getNextJob('token');
  await removeUnused(connection, QUEUE.emit);
  expect(await former.getActiveCount()).toBe(1);
  await connection.del(`${FORMER_PREFIX}:${QUEUE.emit}:${job?.id}:lock`);
  await removeUnused(connection, QUEUE.emit);
  expect(await keys()).toEqual([]);
  await worker.close();
});

test('a pause of the emission before an upgrade holds for the lane that is new, once', async () => {
  await connection.flushdb();
  const [few, many] = LANES.emit.map((lane) => queueOf(lane, prefixOf(QUEUE.emit))) as [
    Queue,
    Queue,
  ];
  await few.pause();
  await taking.takePauses();
  expect(await many.isPaused()).toBe(true);
  await setPaused(url, QUEUE.emit, { paused: false });
  expect(await Promise.all([few, many].map((lane) => lane.isPaused()))).toEqual([false, false]);
  await few.pause();
  await taking.takePauses();
  expect(await many.isPaused()).toBe(false);
  expect((await countQueues(url)).emit.paused).toBe(true);
});
