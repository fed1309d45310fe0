/** Writes what has gathered in memory at a fixed interval, so that no caller waits for it. */

export interface Flusher {
  /** Stops the timer and writes what is left. */
  close(): Promise<void>;
}

/** @param flush writes what has gathered; it handles its own failures and never rejects */
export function createFlusher(everyMs: number, flush: () => Promise<void>): Flusher {
  const timer = setInterval(() => void flush(), everyMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
