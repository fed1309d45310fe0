/**
 * Takes jobs from one lane of a queue. A job is only a trigger: it succeeds even when its document
 * fails.
 */
import {
  createRedis,
  type DocumentJob,
  type DocumentsJob,
  documentsOf,
  type Lane,
  prefixOf,
  type QueueName,
} from '@rafaga/queue';
import type { RedisServers } from '@rafaga/runtime';
import { settledWithin } from '@rafaga/runtime/concurrency';
import { type Job as BullJob, DelayedError, Worker } from 'bullmq';

export interface Consumer {
  /** When a job was last taken, on the monotonic clock. */
  lastTaken(): number;
  /** Jobs under way. */
  busy(): number;
  /** Replaces the connection and the BullMQ worker. */
  replace(): Promise<void>;
  /** Takes no more jobs, and waits at most `withinMs` for those under way. */
  stop(withinMs: number): Promise<void>;
}

export interface ConsumerOptions {
  queue: QueueName;
  lane: Lane;
  redisServers: RedisServers;
  /** The names of the jobs that it reads: others stay in the queue for ten minutes. */
  jobs: readonly string[];
  concurrency: number;
  /** Processes the documents of a job. */
  work(documentIds: readonly number[]): Promise<void>;
  /** Called when the processing of a job failed. */
  onError(error: Error, documentIds: readonly number[]): void;
  /** Called for failures of Redis and BullMQ, which recover by themselves. */
  onTrouble(error: Error): void;
}

/** BullMQ's lock of a job. Nothing depends on it: the lease in PostgreSQL protects the document. */
const LOCK_MS = 60_000;
const STALLED_MS = 15_000;
/** How long a job that this version does not know is left to other processes. */
const LEFT_MS = 1_000;
/**
 * After this time the job is dropped: after a rollback no process knows it, and its document is in
 * PostgreSQL.
 */
const LEFT_AT_MOST_MS = 600_000;
/** Without Redis, BullMQ's close() never resolves. */
const CLOSE_MS = 5_000;

type Job = BullJob<DocumentsJob | DocumentJob>;

export function createConsumer(options: ConsumerOptions): Consumer {
  const { jobs, work, onError } = options;
  let lastTaken = performance.now();
  const underway = new Set<Promise<void>>();

  function process(job: Job, token?: string): Promise<void> {
    lastTaken = performance.now();
    return jobs.includes(job.name) ? take(documentsOf(job.data)) : leave(job, token);
  }

  async function take(documentIds: readonly number[]): Promise<void> {
    const working = work(documentIds).catch((error) => onError(error, documentIds));
    underway.add(working);
    await working;
    underway.delete(working);
  }

  let current = open(options, process);

  return {
    lastTaken: () => lastTaken,
    busy: () => underway.size,
    async replace() {
      const old = current;
      current = open(options, process);
      lastTaken = performance.now();
      await close(old);
    },
    stop: (withinMs) => drain(current, underway, withinMs),
  };
}

interface Opened {
  connection: { disconnect(): void };
  worker: { close(force?: boolean): Promise<void> };
}

function open(
  { queue, lane, redisServers, concurrency, onTrouble }: ConsumerOptions,
  process: (job: Job, token?: string) => Promise<void>,
): Opened {
  const connection = createRedis(redisServers, 'blocking', onTrouble);
  const worker = new Worker<Job['data']>(lane, process, {
    connection,
    prefix: prefixOf(queue),
    concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_MS,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  });
  worker.on('error', onTrouble);
  return { connection, worker };
}

/**
 * Puts back a job of an unknown name: during an upgrade, a worker of the newer version takes it.
 */
async function leave(job: Job, token?: string): Promise<void> {
  if (Date.now() - job.timestamp > LEFT_AT_MOST_MS) return;
  await job.moveToDelayed(Date.now() + LEFT_MS, token);
  throw new DelayedError();
}

async function close({ connection, worker }: Opened): Promise<void> {
  await settledWithin(worker.close(true), CLOSE_MS);
  connection.disconnect();
}

async function drain(
  { connection, worker }: Opened,
  underway: ReadonlySet<Promise<void>>,
  withinMs: number,
): Promise<void> {
  // it takes no new job from here on; the jobs under way report to BullMQ by themselves
  const closing = worker.close();
  const end = performance.now() + withinMs;
  const left = () => Math.max(0, end - performance.now());
  // BullMQ may begin a job that it fetched just before it closed
  do {
    await settledWithin(Promise.all(underway), left());
    await settledWithin(closing, Math.min(CLOSE_MS, left()));
  } while (underway.size > 0 && left() > 0);
  connection.disconnect();
}
