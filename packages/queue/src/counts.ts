/**
 * The queues as Redis holds them: how many jobs by state, a second opinion beside PostgreSQL's and
 * never the truth; and their pause.
 */
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { createRedis } from './connection.js';
import { PREFIX, QUEUE, type QueueName } from './jobs.js';

export interface QueueCounts {
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  /** Processes that take its jobs. */
  workers: number;
  paused: boolean;
}

/** Rejects within seconds when Redis does not answer. */
export function countQueues(redisUrl: string): Promise<Record<QueueName, QueueCounts>> {
  return asked(redisUrl, async (connection) => {
    const counted = Object.values(QUEUE).map(
      async (name) =>
        [name, await countsOf(new Queue(name, { connection, prefix: PREFIX }))] as const,
    );
    return Object.fromEntries(await Promise.all(counted)) as Record<QueueName, QueueCounts>;
  });
}

/**
 * Processes finish what they hold and take nothing more, until it goes on. Nothing is lost
 * meanwhile: PostgreSQL knows what is open.
 */
export function setPaused(redisUrl: string, name: QueueName, paused: boolean): Promise<void> {
  return asked(redisUrl, async (connection) => {
    const queue = new Queue(name, { connection, prefix: PREFIX }).on('error', () => undefined);
    await (paused ? queue.pause() : queue.resume());
  });
}

/** A person waits longer than a call does: a Redis that is merely slow is not called absent. */
const PATIENCE_MS = 2_000;

async function asked<T>(redisUrl: string, work: (connection: Redis) => Promise<T>): Promise<T> {
  const connection = createRedis(redisUrl, 'counter');
  let late: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_resolve, reject) => {
    late = setTimeout(() => reject(new Error('Redis does not answer')), PATIENCE_MS);
  });
  const answer = async () => {
    if (connection.status !== 'ready')
      await new Promise((resolve, reject) =>
        connection.once('ready', resolve).once('error', reject),
      );
    return work(connection);
  };
  try {
    return await Promise.race([answer(), patience]);
  } finally {
    clearTimeout(late);
    connection.disconnect();
  }
}

async function countsOf(queue: Queue): Promise<QueueCounts> {
  queue.on('error', () => undefined);
  const [counts, workers, paused] = await Promise.all([
    queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
    queue.getWorkersCount(),
    queue.isPaused(),
  ]);
  const of = (state: string): number => counts[state] ?? 0;
  return {
    waiting: of('waiting') + of('prioritized'),
    active: of('active'),
    delayed: of('delayed'),
    failed: of('failed'),
    workers,
    paused,
  };
}
