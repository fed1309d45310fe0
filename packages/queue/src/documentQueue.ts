/**
 * Enqueues documents in BullMQ. A lost job costs time, never a document: the sweep enqueues it
 * again.
 */
import { Queue } from 'bullmq';
import { createRedis } from './connection.js';
import { type Dispatch, type DocumentJob, PREFIX, QUEUE, type QueueName, toJob } from './jobs.js';

export interface DocumentQueue {
  /**
   * Enqueues all of them in one round trip; rejects within about 100 ms when Redis does not
   * answer.
   */
  enqueue(dispatches: readonly Dispatch[]): Promise<void>;
  close(): Promise<void>;
}

/** The queue of documents to sign, send and settle. */
export type EmissionQueue = DocumentQueue;
/** The queue of documents whose PDFs are to be drawn. */
export type PrintQueue = DocumentQueue;

type OnError = (error: Error) => void;

/** @param onError called when Redis is unavailable, which fails no document */
export const createEmissionQueue = (redisUrl: string, onError?: OnError): EmissionQueue =>
  createDocumentQueue(redisUrl, QUEUE.emit, onError);

/** @param onError called when Redis is unavailable, which fails no document */
export const createPrintQueue = (redisUrl: string, onError?: OnError): PrintQueue =>
  createDocumentQueue(redisUrl, QUEUE.print, onError);

export function createDocumentQueue(
  redisUrl: string,
  name: QueueName,
  onError: OnError = () => undefined,
): DocumentQueue {
  const connection = createRedis(redisUrl, 'request', onError);
  let queue: Queue<DocumentJob> | undefined;
  /**
   * A BullMQ queue whose first command to Redis failed always fails afterwards: it is created once
   * the connection is ready, and again after a failure.
   */
  const open = async () => {
    if (connection.status !== 'ready') throw new Error(`Redis is ${connection.status}`);
    queue ??= new Queue<DocumentJob>(name, { connection, prefix: PREFIX }).on('error', onError);
    const opened = queue;
    await opened.waitUntilReady().catch((error) => {
      if (queue === opened) queue = undefined;
      throw error;
    });
    return opened;
  };
  return {
    async enqueue(dispatches) {
      if (dispatches.length > 0) await (await open()).addBulk(dispatches.map(toJob));
    },
    async close() {
      connection.disconnect();
      await queue?.close().catch(onError);
    },
  };
}
