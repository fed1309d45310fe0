/**
 * Checks large bodies in threads beside the event loop, the businesses in turns: what one business
 * sends delays another's large bodies by one of its own, and small ones not at all.
 */
import { availableParallelism } from 'node:os';
import { Refusal } from '@rafaga/contract';
import type { NewDocument } from '@rafaga/db';
import { createThreadPool, ThreadTimeout } from '@rafaga/runtime/concurrency';
import { createRoundRobin } from '../edge/roundRobin.js';
import type { CheckReply, CheckRequest } from './checkBody.js';
import type { ThreadReply } from './thread.js';
import { movable } from './transfer.js';

export interface CheckingPool {
  /**
   * The bytes of the request are moved to the thread: the caller has them no longer.
   * Rejects with Refusal `overloaded` when it waited too long for a thread or the thread took too
   * long, and with the reason of `signal` when that aborts it while it waits.
   */
  check(businessId: number, request: CheckRequest, signal?: AbortSignal): Promise<CheckReply>;
  close(): Promise<void>;
}

/** One core is left to the event loop, and two threads check more than PostgreSQL can write. */
const THREADS = Math.min(Math.max(availableParallelism() - 1, 1), 2);
/** The worst body takes a tenth of a second of a core, and more time where others come first. */
const TIMEOUT_MS = 4_000;
/** A body that waits longer is refused: its answer would come too late. */
const MAX_WAIT_MS = 2_500;

export function createCheckingPool(
  thread = new URL('./thread.js', import.meta.url),
  threads = THREADS,
  timeoutMs = TIMEOUT_MS,
): CheckingPool {
  const pool = createThreadPool<CheckRequest, ThreadReply>({
    module: thread,
    threads,
    maxWaiting: threads,
    timeoutMs,
    overloaded: () => new Refusal('overloaded'),
  });
  const turns = createBusinessTurns(threads);

  async function run(request: CheckRequest, since: number): Promise<CheckReply> {
    if (performance.now() - since > MAX_WAIT_MS) throw new Refusal('overloaded');
    const reply = await pool.run(request, movable(request.bytes)).catch(overloadedIfLate);
    if ('error' in reply) throw new Error(reply.error);
    if ('document' in reply) withBuffer(reply.document);
    else if ('refusal' in reply && reply.known) withBuffer(reply.known);
    return reply;
  }

  return {
    check(businessId, request, signal) {
      const since = performance.now();
      return new Promise((resolve, reject) => {
        const begin = () => {
          signal?.removeEventListener('abort', abandon);
          return run(request, since).then(resolve, reject);
        };
        const abandon = () => {
          turns.remove(businessId, begin);
          reject(signal?.reason);
        };
        if (signal?.aborted) return abandon();
        signal?.addEventListener('abort', abandon);
        turns.add(businessId, begin);
      });
    },
    close: pool.close,
  };
}

/** Begins what waits, at most so much at a time, the businesses in turns. */
function createBusinessTurns(most: number) {
  const waiting = createRoundRobin<() => Promise<unknown>>();
  let running = 0;
  function next(): void {
    while (running < most && !waiting.isEmpty()) {
      running += 1;
      void waiting
        .take()?.()
        .finally(() => {
          running -= 1;
          next();
        });
    }
  }
  return {
    add(businessId: number, begin: () => Promise<unknown>): void {
      waiting.add(businessId, begin);
      next();
    },
    remove: waiting.remove,
  };
}

/** A valid body may take too long on a machine that has more to do than it can. */
function overloadedIfLate(error: unknown): never {
  throw error instanceof ThreadTimeout ? new Refusal('overloaded', { cause: error }) : error;
}

/** A Buffer arrives as a Uint8Array. */
function withBuffer(document: Pick<NewDocument, 'hash'>): void {
  document.hash = Buffer.from(document.hash);
}
