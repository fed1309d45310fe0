/** Tests which jobs of a queue a consumer takes, beside one of a newer version. */
import { expect, test } from '@jest/globals';
import { createRedis, type Lane, prefixOf, QUEUE } from '@rafaga/queue';
import { Queue } from 'bullmq';
import { waitFor } from '../../../../test/support/waitFor.js';
import { createConsumer } from './consumer.js';

const redisUrl = process.env.REDIS_URL ?? '';
const lane = `prueba-${process.pid}` as Lane;

/** A consumer of a version, and the documents of the jobs that it took. */
function consumerOf(jobs: readonly string[]) {
  const taken: number[] = [];
  const consumer = createConsumer({
    queue: QUEUE.emit,
    lane,
    redisServers: redisUrl,
    jobs,
    concurrency: 2,
    work: async (documentIds) => void taken.push(...documentIds),
    onError: () => undefined,
    onTrouble: () => undefined,
  });
  return { consumer, taken };
}

const options = { attempts: 1, removeOnComplete: true, removeOnFail: true };

test('a job that only a newer version knows stays until a program of it takes it', async () => {
  const connection = createRedis(redisUrl, 'blocking');
  const queue = new Queue(lane, { connection, prefix: prefixOf(QUEUE.emit) });
  const earlier = consumerOf(['document']);
  await queue.addBulk([
    { name: 'document.2', data: { documentId: 2 }, opts: options },
    { name: 'document', data: { documentId: 1 }, opts: options },
  ]);
  await waitFor('the earlier version to leave the job', async () => {
    const { delayed } = await queue.getJobCounts('delayed');
    return delayed === 1 && earlier.taken.length === 1;
  });
  const newer = consumerOf(['document', 'document.2']);
  await waitFor('the newer version to take it', () => newer.taken.length === 1);
  expect([earlier.taken, newer.taken]).toEqual([[1], [2]]);
  await Promise.all([earlier, newer].map(({ consumer }) => consumer.stop(1_000)));
  await queue.obliterate({ force: true });
  await queue.close();
  connection.disconnect();
});

test('a job that no version took for ten minutes is removed', async () => {
  const connection = createRedis(redisUrl, 'blocking');
  const queue = new Queue(lane, { connection, prefix: prefixOf(QUEUE.emit) });
  await queue.add('document.2', { documentId: 2 }, { ...options, timestamp: Date.now() - 601_000 });
  const earlier = consumerOf(['document']);
  await waitFor('the queue to be empty', async () => {
    const { waiting, active, delayed } = await queue.getJobCounts('waiting', 'active', 'delayed');
    return waiting === 0 && active === 0 && delayed === 0;
  });
  expect(earlier.taken).toEqual([]);
  await earlier.consumer.stop(1_000);
  await queue.obliterate({ force: true });
  await queue.close();
  connection.disconnect();
});
