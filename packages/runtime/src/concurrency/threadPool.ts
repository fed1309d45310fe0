/**
 * A few worker threads behind a bounded queue, for work that would block the event loop. A thread
 * that hangs, throws or ends fails its own request only, and is replaced.
 *
 * Not piscina: it limits a request by an AbortSignal whose time begins with the call, so that
 * waiting in the queue and loading the thread count too. It does not report when the work on a
 * request begins.
 */
import type { TransferListItem } from 'node:worker_threads';
import { createThread, type Thread } from './thread.js';

export interface ThreadPoolOptions {
  /** The module that a thread runs: it answers each message with one message. */
  module: URL;
  threads: number;
  /** The most requests that may wait for a thread. */
  maxWaiting: number;
  /** The time limit of one request, without its wait. */
  timeoutMs: number;
  /** Makes the error for a request that finds the queue full. */
  overloaded(): Error;
}

export interface ThreadPool<Request, Reply> {
  /** @param transfer buffers of the request to transfer instead of copying */
  run(request: Request, transfer?: readonly TransferListItem[]): Promise<Reply>;
  close(): Promise<void>;
}

interface Job<Request, Reply> {
  request: Request;
  transfer: readonly TransferListItem[];
  resolve(reply: Reply): void;
  reject(error: unknown): void;
}

/** Threads start with the first request, because most processes never have one. */
export function createThreadPool<Request, Reply>({
  module,
  threads,
  maxWaiting,
  timeoutMs,
  overloaded,
}: ThreadPoolOptions): ThreadPool<Request, Reply> {
  const waiting: Job<Request, Reply>[] = [];
  const idle: Thread<Request, Reply>[] = [];
  const all = new Set<Thread<Request, Reply>>();
  let closed = false;

  function start(): Thread<Request, Reply> {
    const thread = createThread<Request, Reply>(module, () => {
      all.delete(thread);
      const place = idle.indexOf(thread);
      if (place >= 0) idle.splice(place, 1);
    });
    all.add(thread);
    return thread;
  }

  async function next(): Promise<void> {
    if (waiting.length === 0 || (idle.length === 0 && all.size >= threads)) return;
    const job = waiting.shift() as Job<Request, Reply>;
    try {
      const thread = idle.pop() ?? start();
      const reply = await thread.ask(job.request, timeoutMs, job.transfer);
      idle.push(thread);
      job.resolve(reply);
    } catch (error) {
      job.reject(error);
    }
    void next();
  }

  return {
    run: (request, transfer = []) =>
      new Promise((resolve, reject) => {
        if (closed || waiting.length >= maxWaiting) return reject(overloaded());
        waiting.push({ request, transfer, resolve, reject });
        void next();
      }),
    close: async () => {
      closed = true;
      for (const { reject } of waiting.splice(0)) reject(overloaded());
      await Promise.all([...all].map((thread) => thread.end()));
    },
  };
}
