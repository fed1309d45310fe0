/**
 * Draws PDFs in a few threads, taking the businesses in turns, so that each delays another by one
 * drawing. The queue is bounded.
 */
import { Refusal } from '@rafaga/contract';
import { createFairQueue, createThreadPool } from '@rafaga/runtime/concurrency';
import type { DrawReply, DrawRequest } from './drawingThread.js';

export interface DrawingPool {
  /** @throws Refusal `overloaded` when too many drawings wait for a thread */
  draw(businessId: number, request: DrawRequest): Promise<Buffer>;
  close(): Promise<void>;
}

/** The most drawings that may wait, of one business and of all. */
const BOUNDS = { maxWaitingOfKey: 16, maxWaiting: 64 } as const;
/** Drawing a PDF of 500 lines takes a fifth of a second. */
const TIMEOUT_MS = 4_000;

export interface PoolOptions {
  threads: number;
  /** The module that a thread runs. */
  thread?: URL | undefined;
}

export function createDrawingPool({
  threads,
  thread = new URL('./drawingThread.js', import.meta.url),
}: PoolOptions): DrawingPool {
  const overloaded = () => new Refusal('overloaded');
  const pool = createThreadPool<DrawRequest, DrawReply>({
    module: thread,
    threads,
    maxWaiting: threads,
    timeoutMs: TIMEOUT_MS,
    overloaded,
  });
  const queue = createFairQueue({ ...BOUNDS, concurrent: threads, overloaded });
  return {
    async draw(businessId, request) {
      const reply = await queue.run({ key: String(businessId) }, () => pool.run(request));
      if ('error' in reply) throw new Error(reply.error);
      const { buffer, byteOffset, byteLength } = reply.pdf;
      return Buffer.from(buffer, byteOffset, byteLength);
    },
    close: pool.close,
  };
}
