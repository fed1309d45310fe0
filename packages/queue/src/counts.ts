/** The queues as Redis holds them: how many jobs by state, a second opinion beside PostgreSQL's and never the truth; and their pause. */
import { Queue } from 'bullmq';
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
export async function countQueues(redisUrl: string): Promise<Record<QueueName, QueueCounts>> {
  const connection = createRedis(redisUrl, 'request');
  try {
    if (connection.status !== 'ready') await new Promise((resolve, reject) => connection.once('ready', resolve).once('error', reject));
    const counted = Object.values(QUEUE).map(
      async (name) => [name, await countsOf(new Queue(name, { connection, prefix: PREFIX }))] as const,
    );
    return Object.fromEntries(await Promise.all(counted)) as Record<QueueName, QueueCounts>;
  } finally {
    connection.disconnect();
  }
}

/** Processes finish what they hold and take nothing more, until it goes on. Nothing is lost meanwhile: PostgreSQL knows what is open. */
export async function setPaused(redisUrl: string, name: QueueName, paused: boolean): Promise<void> {
  const connection = createRedis(redisUrl, 'request');
  try {
    if (connection.status !== 'ready') await new Promise((resolve, reject) => connection.once('ready', resolve).once('error', reject));
    const queue = new Queue(name, { connection, prefix: PREFIX }).on('error', () => undefined);
    await (paused ? queue.pause() : queue.resume());
  } finally {
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
