/**
 * Wakes the callers that wait for a decision: on a message of the worker and, in case one was lost,
 * once a second by one statement for all of them.
 */
import { type Db, decidedAmong } from '@rafaga/db';
import { subscribeToDecidedDocuments } from '@rafaga/queue';
import type { RedisServers } from '@rafaga/runtime';
import { startLoop } from '@rafaga/runtime/concurrency';
import { createWaiters, type Waiters } from './waiters.js';

export interface Decisions {
  waiters: Waiters;
  close(): void;
}

export interface DecisionOptions {
  db: Db;
  redisServers: RedisServers;
  onRedisError(error: Error): void;
  onDbError(error: Error): void;
}

const CHECK_EVERY_MS = 1_000;
/** The most documents in one statement. */
const CHECKED_AT_ONCE = 1_000;

export function watchDecisions({
  db,
  redisServers,
  onRedisError,
  onDbError,
}: DecisionOptions): Decisions {
  const waiters = createWaiters();
  const unsubscribe = subscribeToDecidedDocuments(redisServers, waiters.wake, onRedisError);

  async function check(): Promise<void> {
    const awaited = waiters.documents();
    for (let at = 0; at < awaited.length; at += CHECKED_AT_ONCE) {
      const some = awaited.slice(at, at + CHECKED_AT_ONCE);
      const businesses = new Set(some.map(({ businessId }) => businessId));
      const documents = some.map(({ documentId }) => documentId);
      waiters.wake(await decidedAmong(db, documents, [...businesses]));
    }
  }

  const stop = startLoop(async () => {
    await check().catch(onDbError);
    return CHECK_EVERY_MS;
  });

  return {
    waiters,
    close() {
      void stop();
      unsubscribe();
      waiters.close();
    },
  };
}
