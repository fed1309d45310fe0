/** Writes what has gathered in memory at a fixed interval, so that no caller waits for it. */

export interface Flusher {
  /** Stops the timer and writes what is left. */
  close(): Promise<void>;
}

/**
 * @param flush writes what has gathered; it handles its own failures and never rejects. While it
 * runs, it is not called again
 */
export function createFlusher(everyMs: number, flush: () => Promise<void>): Flusher {
  let running: Promise<void> | undefined;
  const flushOnce = (): Promise<void> => {
    running ??= flush().finally(() => {
      running = undefined;
    });
    return running;
  };
  const timer = setInterval(() => void flushOnce(), everyMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
      await flushOnce();
    },
  };
}
