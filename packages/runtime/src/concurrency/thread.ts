/** One worker thread that answers one request at a time. */
import { setFlagsFromString } from 'node:v8';
import { type TransferListItem, Worker } from 'node:worker_threads';
import { withTimeout } from './withTimeout.js';

export interface Thread<Request, Reply> {
  /**
   * Rejects when the thread is lost: it hung, threw or ended.
   * @param transfer buffers of the request to transfer instead of copying
   */
  ask(request: Request, timeoutMs: number, transfer?: readonly TransferListItem[]): Promise<Reply>;
  end(): Promise<unknown>;
}

/** A request took longer than its time limit. */
export class ThreadTimeout extends Error {}
const tooLong = () => new ThreadTimeout('it took too long');

/** Multiplies the time limit of the first request, during which the thread loads its code. */
const FIRST = 5;

/**
 * Node's own. A program may have more for its event loop, whose heap keeps what it began with; each
 * of its threads would take as much, which no `resourceLimits` lessen.
 */
const SEMI_SPACE = '--max-semi-space-size=16';

/** @param onEnd called when the thread is lost, whether or not it was working */
export function createThread<Request, Reply>(
  module: URL,
  onEnd: () => void,
): Thread<Request, Reply> {
  setFlagsFromString(SEMI_SPACE);
  const worker = new Worker(module);
  worker.unref();
  let ready = false;
  let current: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;

  function lose(error: Error): void {
    onEnd();
    current?.reject(error);
    void worker.terminate();
  }

  worker.on('message', (reply: Reply) => {
    ready = true;
    current?.resolve(reply);
  });
  worker.on('error', lose);
  worker.on('exit', () => lose(new Error('the thread ended')));

  return {
    async ask(request, timeoutMs, transfer = []) {
      const limit = ready ? timeoutMs : FIRST * timeoutMs;
      try {
        worker.postMessage(request, transfer);
        const reply = new Promise<Reply>((resolve, reject) => {
          current = { resolve, reject };
        });
        return await withTimeout(reply, limit, { error: tooLong });
      } catch (error) {
        lose(error as Error);
        throw error;
      } finally {
        current = undefined;
      }
    },
    end: () => worker.terminate(),
  };
}
