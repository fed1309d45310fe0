/** Runs a round after another until it is stopped. */

/**
 * @param round must not fail; returns how long to pause before the next one
 * @returns how to stop: the round under way is finished
 */
export function startLoop(round: () => Promise<number>): () => Promise<void> {
  let stopping = false;
  let wake = () => {};
  const pause = (forMs: number) =>
    new Promise<void>((resolve) => {
      wake = resolve;
      if (stopping) resolve();
      else setTimeout(resolve, forMs).unref();
    });
  const running = (async () => {
    while (!stopping) await pause(await round());
  })();
  return () => {
    stopping = true;
    wake();
    return running;
  };
}
