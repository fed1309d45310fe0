/**
 * Rings for documents that wait. A lost ring costs time, never a document: the sweep rings again.
 */
import { Queue } from 'bullmq';
import { createRedis } from './connection.js';
import { type DocumentJob, PREFIX, QUEUE, type QueueName, type Ring, toJob } from './jobs.js';

export interface Bell {
  /**
   * Rings for all of them in one round trip; rejects within about 100 ms when Redis does not
   * answer.
   */
  ring(rings: readonly Ring[]): Promise<void>;
  close(): Promise<void>;
}

/** @param onError hears of Redis's absences, which are nobody's failure */
export function createBell(
  redisUrl: string,
  options: { queue?: QueueName; onError?: (error: Error) => void } = {},
): Bell {
  const { queue: name = QUEUE.emit, onError = () => undefined } = options;
  const connection = createRedis(redisUrl, 'request', onError);
  let queue: Queue<DocumentJob> | undefined;
  /**
   * BullMQ remembers for ever that its first words to Redis failed: it may speak only once there is
   * a connection, and starts anew if cut off.
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
    async ring(rings) {
      if (rings.length > 0) await (await open()).addBulk(rings.map(toJob));
    },
    async close() {
      connection.disconnect();
      await queue?.close().catch(onError);
    },
  };
}
