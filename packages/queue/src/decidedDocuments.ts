/**
 * Tells every API process which documents were decided, so that it answers the callers that wait
 * for them. Nothing depends on a message: the states are read from PostgreSQL as well.
 */
import { createBatcher, oneTurn } from '@rafaga/runtime/concurrency';
import type { RedisServers } from '@rafaga/runtime/redis';
import { createRedis } from './connection.js';
import { subscribe } from './subscription.js';

const CHANNEL = '{rafaga}:decided';
const MAX_BATCH = 500;

export interface DecidedDocuments {
  /** Returns at once; documents that are decided together share a message. */
  add(documentId: number): void;
  /** Resolves when every message was sent, or failed. */
  close(): Promise<void>;
}

export function createDecidedDocuments(
  redisServers: RedisServers,
  onError: (error: Error) => void = () => undefined,
): DecidedDocuments {
  const redis = createRedis(redisServers, 'request', onError);
  const batcher = createBatcher<number>({
    maxBatch: MAX_BATCH,
    beforeFirst: oneTurn,
    write: (ids) => redis.publish(CHANNEL, ids.join(',')).then(() => undefined, onError),
  });
  return {
    add: batcher.add,
    async close() {
      await batcher.drain();
      redis.disconnect();
    },
  };
}

/** @returns ends the subscription */
export function subscribeToDecidedDocuments(
  redisServers: RedisServers,
  onDecided: (documentIds: number[]) => void,
  onError: (error: Error) => void = () => undefined,
): () => void {
  return subscribe(redisServers, {
    channel: CHANNEL,
    onMessage: (message) => onDecided(message.split(',').map(Number)),
    onError,
  });
}
