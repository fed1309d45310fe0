/** Tests that the queues of an earlier version are taken over, and removed when unused. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Queue, Worker } from 'bullmq';
import { waitFor } from '../../../test/support/waitFor.js';
import { createRedis } from './connection.js';
import { countQueues } from './counts.js';
import { createFormerQueues } from './formerQueues.js';
import { FORMER_PREFIX, prefixOf, QUEUE, type QueueName, toJob, toPrintJobs } from './jobs.js';

/** The database of Redis that only this file uses. */
const url = `${process.env.REDIS_URL}/15`;
const connection = createRedis(url, 'worker');
const queueOf = (name: QueueName, prefix: string) => new Queue(name, { connection, prefix });
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
  await former.addBulk([
    toJob({ documentId: 1, dispatches: 1, priority: 7 }),
    toJob({ documentId: 2, dispatches: 3 }),
  ]);
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
