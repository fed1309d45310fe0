/** Draws PDFs in a few threads beside the event loop, behind a bounded queue. */
import { Refusal } from '@rafaga/contract';
import { createThreadPool } from '@rafaga/runtime/concurrency';
import type { DrawReply, DrawRequest } from './thread.js';

export interface DrawingPool {
  /** @throws Refusal `overloaded` when too many drawings wait for a thread */
  draw(request: DrawRequest): Promise<Buffer>;
  close(): Promise<void>;
}

const MAX_WAITING = 32;
/** Drawing a PDF of 500 lines takes a fifth of a second. */
const TIMEOUT_MS = 4_000;

export interface PoolOptions {
  threads: number;
  /** The module that a thread runs. */
  thread?: URL;
}

export function createDrawingPool({
  threads,
  thread = new URL('./thread.js', import.meta.url),
}: PoolOptions): DrawingPool {
  const pool = createThreadPool<DrawRequest, DrawReply>({
    module: thread,
    threads,
    maxWaiting: MAX_WAITING,
    timeoutMs: TIMEOUT_MS,
    overloaded: () => new Refusal('overloaded'),
  });
  return {
    async draw(request) {
      const reply = await pool.run(request);
      if ('error' in reply) throw new Error(reply.error);
      const { buffer, byteOffset, byteLength } = reply.pdf;
      return Buffer.from(buffer, byteOffset, byteLength);
    },
    close: pool.close,
  };
}
