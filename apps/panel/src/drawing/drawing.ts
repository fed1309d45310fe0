/**
 * Draws in a thread, taking the users in turns: trying a logo of two million pixels in a design
 * takes most of a second. The queue is bounded.
 */
import type { PaperFormat } from '@rafaga/fiscal';
import type { DesignFaults, PrintedDocument, PrinterProfileName, StoredDesign } from '@rafaga/pdf';
import { createFairQueue, createThreadPool } from '@rafaga/runtime/concurrency';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { Drawings, DrawReply, DrawRequest } from './drawingThread.js';
import type { PageImage } from './renderPages.js';

/**
 * Each method draws for a user and waits its turn.
 * @throws PageRefusal when too many requests wait
 */
export interface Drawing {
  faultsOf(userId: number, design: StoredDesign): Promise<DesignFaults>;
  pdf(userId: number, paper: PrintedDocument, format: PaperFormat): Promise<Buffer>;
  /** Gives the bytes to send to a ticket printer. */
  ticket(userId: number, paper: PrintedDocument, profile: PrinterProfileName): Promise<Buffer>;
  /** Gives the first pages of a PDF as pictures. */
  pages(userId: number, pdf: Buffer): Promise<PageImage[]>;
  close(): Promise<void>;
}

/** A user has few pages open; when one has more, the oldest request is refused. */
const BOUNDS = { maxWaitingOfKey: 4, maxWaiting: 24 } as const;
const TIMEOUT_MS = 10_000;

const busy = () =>
  new PageRefusal(429, 'Se están dibujando otras páginas. Vuelve a intentarlo en unos segundos.');

/** @param thread the module that the thread runs */
export function createDrawing(
  thread: URL = new URL('./drawingThread.js', import.meta.url),
): Drawing {
  const pool = createThreadPool<DrawRequest, DrawReply>({
    module: thread,
    threads: 1,
    maxWaiting: 1,
    timeoutMs: TIMEOUT_MS,
    overloaded: busy,
  });
  const queue = createFairQueue({ ...BOUNDS, concurrent: 1, overloaded: busy });

  async function make<K extends keyof Drawings>(
    userId: number,
    request: Extract<DrawRequest, { make: K }>,
  ): Promise<Drawings[K][1]> {
    const reply = await queue.run({ key: String(userId) }, () => pool.run(request));
    if ('error' in reply) throw new Error(reply.error);
    return reply.made as Drawings[K][1];
  }

  return {
    faultsOf: (userId, design) => make<'faults'>(userId, { make: 'faults', of: design }),
    pdf: async (userId, paper, format) =>
      Buffer.from(await make<'pdf'>(userId, { make: 'pdf', of: { paper, format } })),
    ticket: async (userId, paper, profile) =>
      Buffer.from(await make<'ticket'>(userId, { make: 'ticket', of: { paper, profile } })),
    pages: (userId, pdf) => make<'pages'>(userId, { make: 'pages', of: pdf }),
    close: pool.close,
  };
}
