/** Runs rounds one after another until it is stopped. */

/**
 * @param round must not reject; resolves to the milliseconds before the next round
 * @returns stops the loop; resolves when the current round has ended
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
