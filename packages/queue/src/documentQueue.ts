/**
 * Enqueues documents in BullMQ. A lost job costs time, never a document: the sweep enqueues it
 * again, and a PDF whose job was lost is drawn at its first download.
 */
import type { RedisServers } from '@rafaga/runtime/redis';
import { type BulkJobOptions, Queue } from 'bullmq';
import { createRedis } from './connection.js';
import {
  byLane,
  type Dispatch,
  type Lane,
  prefixOf,
  QUEUE,
  type QueueName,
  toJobs,
  toPrintJobs,
} from './jobs.js';

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
  createJobQueue(redisServers, QUEUE.emit, emissionJobs, onError);

/** @param onError called when Redis is unavailable, which fails no document */
export const createPrintQueue = (redisServers: RedisServers, onError?: OnError): PrintQueue =>
  createJobQueue(redisServers, QUEUE.print, (ids) => ({ print: toPrintJobs(ids) }), onError);

interface Job {
  name: string;
  data: object;
  opts: BulkJobOptions;
}

type JobsByLane = Partial<Record<Lane, Job[]>>;

function emissionJobs(dispatches: readonly Dispatch[]): JobsByLane {
  const { emit, bulk } = byLane(dispatches);
  return { emit: toJobs(emit), bulk: toJobs(bulk) };
}

function createJobQueue<Item>(
  redisServers: RedisServers,
  name: QueueName,
  toLanes: (items: readonly Item[]) => JobsByLane,
  onError: OnError = () => undefined,
): JobQueue<Item> {
  const connection = createRedis(redisServers, 'request', onError);
  const lanes = new Map<string, Queue>();
  /**
   * A BullMQ queue whose first command to Redis failed always fails afterwards: it is created once
   * the connection is ready, and again after a failure.
   */
  const open = async (lane: string) => {
    if (connection.status !== 'ready') throw new Error(`Redis is ${connection.status}`);
    const opened =
      lanes.get(lane) ??
      new Queue(lane, { connection, prefix: prefixOf(name) }).on('error', onError);
    lanes.set(lane, opened);
    await opened.waitUntilReady().catch((error) => {
      if (lanes.get(lane) === opened) lanes.delete(lane);
      throw error;
    });
    return opened;
  };
  return {
    async enqueue(items) {
      const filled = Object.entries(toLanes(items)).filter(([, jobs]) => jobs.length > 0);
      const add = async ([lane, jobs]: [string, Job[]]) => (await open(lane)).addBulk(jobs);
      const added = await Promise.all(filled.map(add));
      return added.reduce((sum, jobs) => sum + jobs.length, 0);
    },
    async close() {
      connection.disconnect();
      await Promise.all([...lanes.values()].map((lane) => lane.close().catch(onError)));
    },
  };
}
