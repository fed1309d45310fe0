/**
 * Takes over the queues of an earlier version, which had one prefix for all: processes of that
 * version may still run beside this one and enqueue. A job that both versions have is harmless, for
 * the lease of its document lets one of them work.
 */
import type { RedisServers } from '@rafaga/runtime/redis';
import { type Job, Queue } from 'bullmq';
import { createRedis, type RedisClient } from './connection.js';
import { removeUnused } from './formerRemoval.js';
import { FORMER_PREFIX, LANES, type Lane, prefixOf, QUEUE, type QueueName } from './jobs.js';

export interface FormerQueues {
  /**
   * Pauses the queues that are paused under the former prefix, and the lane of businesses with many
   * documents when an earlier version paused the other one.
   */
  takePauses(): Promise<void>;
  /**
   * Moves the waiting jobs to their present queues, and removes a former queue that has neither
   * jobs nor workers; before the first ones it takes the pauses, unless they are taken.
   */
  takeJobs(): Promise<void>;
  close(): void;
}

const MOVED_AT_ONCE = 500;
const EPOCH = `${FORMER_PREFIX}:epoch`;
/** A field of the queue's meta, beside those of BullMQ. */
const PAUSE_TAKEN = 'pauseTaken';

export function createFormerQueues(
  redisServers: RedisServers,
  onError: (error: Error) => void = () => undefined,
): FormerQueues {
  const redis = createRedis(redisServers, 'counter', onError);
  let pausesTaken = false;
  const forEachFormer = async (work: (former: Queue, present: Queue) => Promise<void>) => {
    for (const name of Object.values(QUEUE)) {
      if ((await redis.exists(metaOf(name))) === 0) continue;
      await work(open(redis, name, FORMER_PREFIX), open(redis, name, prefixOf(name)));
    }
  };
  const takePauses = async () => {
    await forEachFormer((former) => takePauseOf(redis, former));
    await takePauseOfBulk(redis);
    pausesTaken = true;
  };
  return {
    async takePauses() {
      if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve));
      await takePauses();
    },
    async takeJobs() {
      if (redis.status !== 'ready') return;
      // the removal of a former queue removes its pause too
      if (!pausesTaken) await takePauses();
      await forEachFormer((former, present) => takeJobsOf(redis, former, present));
      // an earlier version that is started again enqueues everything when it misses this key
      if ((await redis.exists(metaOf(QUEUE.emit))) === 0) await redis.del(EPOCH);
    },
    close: () => redis.disconnect(),
  };
}

const metaOf = (name: string): string => `${FORMER_PREFIX}:${name}:meta`;

const open = (connection: RedisClient, name: Lane, prefix: string): Queue =>
  new Queue(name, { connection, prefix, skipMetasUpdate: true }).on('error', () => undefined);

/** Takes a pause once: the present queue may have been resumed since. */
async function takePauseOf(redis: RedisClient, former: Queue): Promise<void> {
  const name = former.name as QueueName;
  const meta = metaOf(name);
  if (!(await former.isPaused()) || (await redis.hexists(meta, PAUSE_TAKEN)) === 1) return;
  for (const lane of LANES[name]) await open(redis, lane, prefixOf(name)).pause();
  await redis.hset(meta, PAUSE_TAKEN, 1);
}

/** Pauses the lane `bulk` with the other one, once: the version before had no such lane. */
async function takePauseOfBulk(redis: RedisClient): Promise<void> {
  const [emit, bulk] = LANES.emit.map((lane) => open(redis, lane, prefixOf(QUEUE.emit))) as [
    Queue,
    Queue,
  ];
  const meta = bulk.toKey('meta');
  if ((await redis.hexists(meta, PAUSE_TAKEN)) === 1) return;
  if (await emit.isPaused()) await bulk.pause();
  await redis.hset(meta, PAUSE_TAKEN, 1);
}

async function takeJobsOf(redis: RedisClient, former: Queue, present: Queue): Promise<void> {
  const jobs = await former.getJobs(['waiting', 'prioritized', 'delayed'], 0, MOVED_AT_ONCE - 1);
  if (jobs.length > 0) {
    await present.addBulk(jobs.map(copyOf));
    // one that a worker has just taken stays with it
    await Promise.allSettled(jobs.map((job) => job.remove()));
    return;
  }
  if ((await former.getWorkersCount()) === 0) await removeUnused(redis, former.name);
}

/** A print job has no id of its own: its number may be that of another job in the present queue. */
const copyOf = ({ name, data, opts, id = '' }: Job) => {
  const { jobId: _jobId, ...others } = opts;
  return { name, data, opts: { ...others, ...(/^\d+$/.test(id) ? {} : { jobId: id }) } };
};
