/**
 * Draws PDFs beside the event loop: a few threads, a bounded queue, and a thread that hangs is
 * replaced.
 */
import { Worker } from 'node:worker_threads';
import { Refusal } from '@rafaga/contract';
import type { DrawRequest } from './thread.js';

export interface DrawingPool {
  /** @throws Refusal `overloaded` when too many wait */
  draw(request: DrawRequest): Promise<Buffer>;
  close(): Promise<void>;
}

const MOST_WAITING = 32;
/** A PDF of 500 lines takes a fifth of a second. */
const PATIENCE_MS = 4_000;
/**
 * A thread's first drawing waits for its code and its fonts too; on a busy machine a thread that is
 * given up meanwhile would never be ready.
 */
const FIRST = 5;

interface Job {
  request: DrawRequest;
  resolve(pdf: Buffer): void;
  reject(error: Error): void;
}

export interface PoolOptions {
  threads: number;
  /** What a thread runs. */
  thread?: URL;
  patienceMs?: number;
}

/** Threads start with the first drawing: most processes never need one. */
export function createDrawingPool(options: PoolOptions): DrawingPool {
  const {
    threads,
    thread = new URL('./thread.js', import.meta.url),
    patienceMs = PATIENCE_MS,
  } = options;
  const waiting: Job[] = [];
  const idle: Worker[] = [];
  const ready = new WeakSet<Worker>();
  const all = new Set<Worker>();

  function next(): void {
    const job = waiting[0];
    const worker = idle.pop() ?? (all.size < threads ? start() : undefined);
    if (!job || !worker) {
      if (worker) idle.push(worker);
      return;
    }
    waiting.shift();
    run(worker, job);
  }

  function start(): Worker {
    const worker = new Worker(thread);
    worker.unref();
    all.add(worker);
    return worker;
  }

  function run(worker: Worker, job: Job): void {
    const lose = (error: Error) => {
      all.delete(worker);
      settle();
      void worker.terminate();
      job.reject(error);
      next();
    };
    const timer = setTimeout(
      () => lose(new Error('the drawing took too long')),
      ready.has(worker) ? patienceMs : FIRST * patienceMs,
    );
    const onMessage = (drawn: { pdf: Uint8Array } | { error: string }) => {
      settle();
      ready.add(worker);
      idle.push(worker);
      if ('pdf' in drawn)
        job.resolve(Buffer.from(drawn.pdf.buffer, drawn.pdf.byteOffset, drawn.pdf.byteLength));
      else job.reject(new Error(drawn.error));
      next();
    };
    const onExit = () => lose(new Error('the drawing thread ended'));
    const settle = () => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', lose).off('exit', onExit);
    };
    worker.on('message', onMessage).on('error', lose).on('exit', onExit);
    worker.postMessage(job.request);
  }

  return {
    draw: (request) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= MOST_WAITING) return reject(new Refusal('overloaded'));
        waiting.push({ request, resolve, reject });
        next();
      }),
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}
