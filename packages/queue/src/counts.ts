/**
 * Counts the jobs of the queues in Redis, by state, and pauses queues. PostgreSQL is the source of
 * truth for open documents; these counts are for comparison.
 */
import { withTimeout } from '@rafaga/runtime/concurrency';
import type { RedisServers } from '@rafaga/runtime/redis';
import { Queue } from 'bullmq';
import { createRedis, type RedisClient } from './connection.js';
import { FORMER_PREFIX, LANES, prefixOf, QUEUE, type QueueName } from './jobs.js';

export interface QueueCounts {
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  /** Processes that consume it. */
  workers: number;
  paused: boolean;
}

/** Counts the jobs of every queue. Rejects within two seconds when Redis does not answer. */
export function countQueues(redisServers: RedisServers): Promise<Record<QueueName, QueueCounts>> {
  return withRedis(redisServers, async (connection) => {
    const counted = Object.values(QUEUE).map(
      async (name) =>
        [name, sumOf(await Promise.all(lanesOf(name, connection).map(countsOf)))] as const,
    );
    return Object.fromEntries(await Promise.all(counted)) as Record<QueueName, QueueCounts>;
  });
}

/**
 * Pauses or resumes a queue. While it is paused, processes finish the jobs that they have and take
 * no more; nothing is lost, for PostgreSQL has every open document.
 */
export function setPaused(
  redisServers: RedisServers,
  name: QueueName,
  { paused }: { paused: boolean },
): Promise<void> {
  return withRedis(redisServers, async (connection) => {
    const queues = lanesOf(name, connection);
    // workers of an earlier version, which still run beside
    if (await connection.exists(`${FORMER_PREFIX}:${name}:meta`))
      queues.push(open(name, connection, FORMER_PREFIX));
    for (const queue of queues) await (paused ? queue.pause() : queue.resume());
  });
}

const lanesOf = (name: QueueName, connection: RedisClient): Queue[] =>
  LANES[name].map((lane) => open(lane, connection, prefixOf(name)));

const open = (lane: string, connection: RedisClient, prefix: string): Queue =>
  new Queue(lane, { connection, prefix }).on('error', () => undefined);

/** Longer than for a request: an operator can wait for a slow Redis. */
const ANSWER_WITHIN_MS = 2_000;

async function withRedis<T>(
  redisServers: RedisServers,
  work: (redis: RedisClient) => Promise<T>,
): Promise<T> {
  const redis = createRedis(redisServers, 'counter');
  const answer = async () => {
    if (redis.status !== 'ready')
      await new Promise((resolve, reject) => redis.once('ready', resolve).once('error', reject));
    return work(redis);
  };
  try {
    return await withTimeout(answer(), ANSWER_WITHIN_MS, {
      error: () => new Error('Redis does not answer'),
    });
  } finally {
    redis.disconnect();
  }
}

async function countsOf(queue: Queue): Promise<QueueCounts> {
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

/** Adds the lanes up; `workers` is that of the lane with fewest, which may stand still. */
const sumOf = (lanes: readonly QueueCounts[]): QueueCounts =>
  lanes.reduce((sum, each) => ({
    waiting: sum.waiting + each.waiting,
    active: sum.active + each.active,
    delayed: sum.delayed + each.delayed,
    failed: sum.failed + each.failed,
    workers: Math.min(sum.workers, each.workers),
    paused: sum.paused || each.paused,
  }));
