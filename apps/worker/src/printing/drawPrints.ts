/** Draws PDFs in threads of the lowest priority, so that printing takes no core from sending. */
import type { PaperFormat } from '@rafaga/fiscal';
import type { Archive, Design } from '@rafaga/pdf';
import { createThreadPool } from '@rafaga/runtime/concurrency';

/** A document to draw. */
export interface PrintRequest {
  documentId: number;
  formats: PaperFormat[];
  design: Design;
  /** The document as the JSON of `findPrintings`. */
  document: string;
  /** The files that are embedded in its A4. */
  archive?: Archive;
}

/** An error is sent as its message, because an Error loses its class between threads. */
export type PrintReply =
  | { documentId: number; format: PaperFormat; pdf: Uint8Array }
  | { documentId: number; error: string };

export type DrawPrints = (documents: PrintRequest[]) => Promise<PrintReply[]>;

/** While sending takes every core, a thread of the lowest priority is a hundred times slower. */
const TIMEOUT_MS = 300_000;

export interface PrintThreadsOptions {
  threads: number;
  /** The module that a thread runs. */
  module?: URL | undefined;
}

/**
 * Needs no bound of its own: a job waits for its drawings, so that there are no more requests than
 * jobs.
 */
export function createPrintThreads({
  threads,
  module = new URL('./printingThread.js', import.meta.url),
}: PrintThreadsOptions): { draw: DrawPrints; close(): Promise<void> } {
  const pool = createThreadPool<PrintRequest[], PrintReply[]>({
    module,
    threads,
    maxWaiting: Number.POSITIVE_INFINITY,
    timeoutMs: TIMEOUT_MS,
    overloaded: () => new Error('too many drawings wait'),
  });
  return { draw: pool.run, close: pool.close };
}
