/**
 * Checks large bodies in threads, taking the businesses in turns, so that a business that sends
 * many delays another by one body. While other businesses send small bodies, a thread rests for
 * half of the time: on two cores it would otherwise slow down the event loop and PostgreSQL.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@rafaga/contract';
import type { NewDocument } from '@rafaga/db';
import { createThreadPool, ThreadTimeout } from '@rafaga/runtime/concurrency';
import { createRoundRobin } from '../edge/roundRobin.js';
import type { CheckReply, CheckRequest } from './checkBody.js';
import type { ThreadReply } from './checkingThread.js';
import { movable } from './transfer.js';

export interface CheckingPool {
  /**
   * Moves the bytes of the request to a thread: the caller can no longer use them. Rejects with
   * Refusal `overloaded` when the wait for a thread or the check took too long, and with the reason
   * of `signal` when it is aborted during the wait.
   */
  check(businessId: number, request: CheckRequest, signal?: AbortSignal): Promise<CheckReply>;
  /** Reports that a small body of this business was checked in the event loop. */
  noteSmall(businessId: number): void;
  close(): Promise<void>;
}

/** One core is left to the event loop, and two threads check more than PostgreSQL can write. */
const THREADS = Math.min(Math.max(availableParallelism() - 1, 1), 2);
/** The worst body takes 0.1 s on a free core, and longer on a busy one. */
const TIMEOUT_MS = 4_000;
/** A body that has waited longer is refused: the answer would come too late. */
const MAX_WAIT_MS = 2_500;
/** The longest pause after a check. */
const MAX_PAUSE_MS = 100;

/** A body that waits for a thread. */
interface Waiting {
  businessId: number;
  /** Starts the check; resolves when it has ended, with the milliseconds that it took. */
  begin(): Promise<number>;
}

/** A check that a thread works on. */
interface Running {
  businessId: number;
  /** Whether another business has sent a small body since the check began. */
  hasOthers: boolean;
}

export interface PoolOptions {
  /** The module that a thread runs. */
  thread?: URL | undefined;
  threads?: number;
  timeoutMs?: number;
  pause?(ms: number): Promise<unknown>;
}

export function createCheckingPool({
  thread = new URL('./checkingThread.js', import.meta.url),
  threads = THREADS,
  timeoutMs = TIMEOUT_MS,
  pause = sleep,
}: PoolOptions = {}): CheckingPool {
  const pool = createThreadPool<CheckRequest, ThreadReply>({
    module: thread,
    threads,
    maxWaiting: threads,
    timeoutMs,
    overloaded: () => new Refusal('overloaded'),
  });
  const turns = createBusinessTurns(threads, pause);

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
        const body: Waiting = {
          businessId,
          async begin() {
            signal?.removeEventListener('abort', abandon);
            const began = performance.now();
            await run(request, since).then(resolve, reject);
            return performance.now() - began;
          },
        };
        const abandon = () => {
          turns.remove(body);
          reject(signal?.reason);
        };
        if (signal?.aborted) return abandon();
        signal?.addEventListener('abort', abandon);
        turns.add(body);
      });
    },
    noteSmall: turns.noteSmall,
    close: pool.close,
  };
}

/** Begins waiting checks, at most `most` at a time, taking the businesses in turns. */
function createBusinessTurns(most: number, pause: (ms: number) => Promise<unknown>) {
  const waiting = createRoundRobin<Waiting>();
  const running = new Set<Running>();
  function next(): void {
    while (running.size < most) {
      const body = waiting.take();
      if (!body) return;
      const check = { businessId: body.businessId, hasOthers: false };
      running.add(check);
      void body
        .begin()
        .then((took) => (check.hasOthers ? pause(Math.min(took, MAX_PAUSE_MS)) : undefined))
        .then(() => {
          running.delete(check);
          next();
        });
    }
  }
  return {
    add(body: Waiting): void {
      waiting.add(body.businessId, body);
      next();
    },
    remove: (body: Waiting): void => waiting.remove(body.businessId, body),
    noteSmall(businessId: number): void {
      for (const check of running) if (check.businessId !== businessId) check.hasOthers = true;
    },
  };
}

/** Maps a time-out to `overloaded`: a valid body may take too long on an overloaded machine. */
function overloadedIfLate(error: unknown): never {
  throw error instanceof ThreadTimeout ? new Refusal('overloaded', { cause: error }) : error;
}

/** A Buffer arrives as a Uint8Array. */
function withBuffer(document: Pick<NewDocument, 'hash'>): void {
  document.hash = Buffer.from(document.hash);
}
