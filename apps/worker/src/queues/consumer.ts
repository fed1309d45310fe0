/**
 * Takes jobs from one queue. A job is only a trigger: it never fails here, and what it was about
 * stands in PostgreSQL.
 */
import { createRedis, type DocumentJob, PREFIX, type QueueName } from '@rafaga/queue';
import { settledWithin } from '@rafaga/runtime/concurrency';
import { Worker } from 'bullmq';

export interface Consumer {
  /** When a job was last taken, on the monotonic clock. */
  lastTaken(): number;
  /** Jobs that are being worked on. */
  busy(): number;
  /** Throws the connection and the BullMQ worker away and takes new ones. */
  replace(): Promise<void>;
  /** Takes no more, and waits for what it holds, so long at most. */
  stop(withinMs: number): Promise<void>;
}

export interface ConsumerOptions {
  queue: QueueName;
  redisUrl: string;
  concurrency: number;
  work(documentId: number): Promise<void>;
  /** A piece of work failed. */
  onError(error: Error): void;
  /** Redis failed, or what BullMQ makes of it: both mend themselves. */
  onTrouble(error: Error): void;
}

/** BullMQ's own lock is a hint: the lease in PostgreSQL decides. */
const LOCK_MS = 60_000;
const STALLED_MS = 15_000;
/** BullMQ waits for ever to close without Redis. */
const CLOSE_MS = 5_000;

export function createConsumer({
  queue,
  redisUrl,
  concurrency,
  work,
  onError,
  onTrouble,
}: ConsumerOptions): Consumer {
  let lastTaken = performance.now();
  const underway = new Set<Promise<void>>();

  async function take(documentId: number): Promise<void> {
    lastTaken = performance.now();
    const working = work(documentId).catch(onError);
    underway.add(working);
    await working;
    underway.delete(working);
  }

  const open = () => {
    const connection = createRedis(redisUrl, 'worker', onTrouble);
    const worker = new Worker<DocumentJob>(queue, (job) => take(job.data.documentId), {
      connection,
      prefix: PREFIX,
      concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_MS,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    });
    worker.on('error', onTrouble);
    return { connection, worker };
  };
  let current = open();

  const close = async ({ connection, worker }: typeof current) => {
    await settledWithin(worker.close(true), CLOSE_MS);
    connection.disconnect();
  };

  return {
    lastTaken: () => lastTaken,
    busy: () => underway.size,
    async replace() {
      const old = current;
      current = open();
      lastTaken = performance.now();
      await close(old);
    },
    async stop(withinMs) {
      // no new job from here on; what is underway tells BullMQ itself when it is done
      const closing = current.worker.close();
      const end = performance.now() + withinMs;
      const left = () => Math.max(0, end - performance.now());
      // what was fetched a moment before begins while it closes
      do {
        await settledWithin(Promise.all(underway), left());
        await settledWithin(closing, Math.min(CLOSE_MS, left()));
      } while (underway.size > 0 && left() > 0);
      current.connection.disconnect();
    },
  };
}
