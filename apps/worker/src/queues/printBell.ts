/**
 * Rings for PDFs without keeping the exchange waiting; a lost ring costs a drawing at the first
 * download.
 */
import { createBell, QUEUE } from '@rafaga/queue';

export interface PrintBell {
  ring(documentId: number): void;
  close(): Promise<void>;
}

export function createPrintBell(redisUrl: string, onError: (error: Error) => void): PrintBell {
  const bell = createBell(redisUrl, { queue: QUEUE.print, onError });
  let waiting: number[] = [];
  let ringing: Promise<void> | undefined;

  async function ringAll(): Promise<void> {
    // what this turn of the loop settles goes together
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const rings = waiting.map((documentId) => ({ documentId, rung: 1 }));
      waiting = [];
      await bell.ring(rings).catch(onError);
    }
    ringing = undefined;
  }

  return {
    ring(documentId) {
      waiting.push(documentId);
      ringing ??= ringAll();
    },
    async close() {
      await ringing;
      await bell.close();
    },
  };
}
