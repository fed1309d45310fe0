/** Opens a BullMQ queue on a connection that may fail, and opens it anew after a failure. */
import { Queue, type QueueOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import { type DocumentJob, PREFIX, type QueueName } from './jobs.js';

export interface QueueOpener {
  /** Rejects within about 100 ms when Redis does not answer. */
  open(): Promise<Queue<DocumentJob>>;
  close(): Promise<void>;
}

/**
 * A BullMQ queue whose first command to Redis failed keeps failing: it is made only once the
 * connection is ready, and made anew after a failure.
 */
export function createQueueOpener(
  connection: Redis,
  name: QueueName,
  onError: (error: Error) => void,
  options: Omit<QueueOptions, 'connection' | 'prefix'> = {},
): QueueOpener {
  let queue: Queue<DocumentJob> | undefined;
  return {
    async open() {
      if (connection.status !== 'ready') throw new Error(`Redis is ${connection.status}`);
      queue ??= new Queue<DocumentJob>(name, { ...options, connection, prefix: PREFIX }).on(
        'error',
        onError,
      );
      const opened = queue;
      await opened.waitUntilReady().catch((error) => {
        if (queue === opened) queue = undefined;
        throw error;
      });
      return opened;
    },
    async close() {
      await queue?.close().catch(onError);
    },
  };
}
