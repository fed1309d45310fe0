/**
 * Takes over the queues of an earlier version, which had one prefix for all: processes of that
 * version may still run beside this one and enqueue. A job that both versions have is harmless, for
 * the lease of its document lets one of them work.
 */
import type { RedisServers } from '@rafaga/runtime/redis';
import { type Job, Queue } from 'bullmq';
import { createRedis, type RedisClient } from './connection.js';
import { FORMER_PREFIX, prefixOf, QUEUE, type QueueName } from './jobs.js';

export interface FormerQueues {
  /** Pauses the queues that are paused under the former prefix. */
  takePauses(): Promise<void>;
  /**
   * Moves the waiting jobs to their present queues, and removes a former queue that has neither
   * jobs nor workers.
   */
  takeJobs(): Promise<void>;
  close(): void;
}

const MOVED_AT_ONCE = 500;
const EPOCH = `${FORMER_PREFIX}:epoch`;

export function createFormerQueues(
  redisServers: RedisServers,
  onError: (error: Error) => void = () => undefined,
): FormerQueues {
  const redis = createRedis(redisServers, 'counter', onError);
  const each = async (work: (former: Queue, present: Queue) => Promise<void>) => {
    if (redis.status !== 'ready') return;
    for (const name of Object.values(QUEUE)) {
      if ((await redis.exists(`${FORMER_PREFIX}:${name}:meta`)) === 0) continue;
      await work(open(redis, name, FORMER_PREFIX), open(redis, name, prefixOf(name)));
    }
  };
  return {
    async takePauses() {
      if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve));
      await each(async (former, present) => {
        if (await former.isPaused()) await present.pause();
      });
    },
    async takeJobs() {
      await each(takeJobsOf);
      // an earlier version that is started again enqueues everything when it misses this key
      if ((await redis.exists(`${FORMER_PREFIX}:${QUEUE.emit}:meta`)) === 0) await redis.del(EPOCH);
    },
    close: () => redis.disconnect(),
  };
}

const open = (connection: RedisClient, name: QueueName, prefix: string): Queue =>
  new Queue(name, { connection, prefix, skipMetasUpdate: true }).on('error', () => undefined);

async function takeJobsOf(former: Queue, present: Queue): Promise<void> {
  const jobs = await former.getJobs(['waiting', 'prioritized'], 0, MOVED_AT_ONCE - 1);
  if (jobs.length > 0) {
    await present.addBulk(jobs.map(copyOf));
    // one that a worker has just taken stays with it
    await Promise.allSettled(jobs.map((job) => job.remove()));
    return;
  }
  // what a killed worker of that version had is enqueued anew by the sweep
  if ((await former.getWorkersCount()) === 0) await former.obliterate({ force: true });
}

/** A print job has no id of its own: its number may be that of another job in the present queue. */
const copyOf = ({ name, data, opts, id = '' }: Job) => {
  const { jobId: _jobId, ...others } = opts;
  return { name, data, opts: { ...others, ...(/^\d+$/.test(id) ? {} : { jobId: id }) } };
};
