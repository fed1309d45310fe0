/** Writes what has gathered in memory at a fixed interval, so that no caller waits for it. */
import { freshFlight } from './singleFlight.js';

export interface Flusher {
  /** Stops the timer and writes what is left. */
  close(): Promise<void>;
}

/**
 * @param flush writes what has gathered; it handles its own failures and never rejects. While it
 * runs, it is not called again
 */
export function createFlusher(everyMs: number, flush: () => Promise<void>): Flusher {
  const next = freshFlight(flush);
  const timer = setInterval(() => void next(''), everyMs);
  timer.unref();
  return {
    close() {
      clearInterval(timer);
      return next('');
    },
  };
}
