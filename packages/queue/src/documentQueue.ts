/**
 * Enqueues documents in BullMQ. A lost job costs time, never a document: the sweep enqueues it
 * again, and a PDF that is not drawn is drawn at its first download.
 */
import type { RedisServers } from '@rafaga/runtime/redis';
import { type BulkJobOptions, Queue } from 'bullmq';
import { createRedis } from './connection.js';
import { type Dispatch, prefixOf, QUEUE, type QueueName, toJobs, toPrintJobs } from './jobs.js';

export interface JobQueue<Item> {
  /**
   * Enqueues all of them in one round trip; rejects within about 100 ms when Redis does not
   * answer.
   * @returns in how many jobs
   */
  enqueue(items: readonly Item[]): Promise<number>;
  close(): Promise<void>;
}

/** The queue of documents to sign, send and settle. */
export type EmissionQueue = JobQueue<Dispatch>;
/** The queue of documents whose PDFs are to be drawn, by their ids. */
export type PrintQueue = JobQueue<number>;

type OnError = (error: Error) => void;

/** @param onError called when Redis is unavailable, which fails no document */
export const createEmissionQueue = (redisServers: RedisServers, onError?: OnError): EmissionQueue =>
  createDocumentQueue(redisServers, QUEUE.emit, onError);

/** @param onError called when Redis is unavailable, which fails no document */
export const createPrintQueue = (redisServers: RedisServers, onError?: OnError): PrintQueue =>
  createJobQueue(redisServers, QUEUE.print, toPrintJobs, onError);

export const createDocumentQueue = (
  redisServers: RedisServers,
  name: QueueName,
  onError?: OnError,
): EmissionQueue => createJobQueue(redisServers, name, toJobs, onError);

interface Job {
  name: string;
  data: object;
  opts: BulkJobOptions;
}

function createJobQueue<Item>(
  redisServers: RedisServers,
  name: QueueName,
  toJobs: (items: readonly Item[]) => Job[],
  onError: OnError = () => undefined,
): JobQueue<Item> {
  const connection = createRedis(redisServers, 'request', onError);
  let queue: Queue | undefined;
  /**
   * A BullMQ queue whose first command to Redis failed always fails afterwards: it is created once
   * the connection is ready, and again after a failure.
   */
  const open = async () => {
    if (connection.status !== 'ready') throw new Error(`Redis is ${connection.status}`);
    queue ??= new Queue(name, { connection, prefix: prefixOf(name) }).on('error', onError);
    const opened = queue;
    await opened.waitUntilReady().catch((error) => {
      if (queue === opened) queue = undefined;
      throw error;
    });
    return opened;
  };
  return {
    async enqueue(items) {
      const jobs = toJobs(items);
      if (jobs.length > 0) await (await open()).addBulk(jobs);
      return jobs.length;
    },
    async close() {
      connection.disconnect();
      await queue?.close().catch(onError);
    },
  };
}
