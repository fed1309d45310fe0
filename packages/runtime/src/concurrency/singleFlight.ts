/** One run for all calls that arrive at the same time. */

/** Callers of a key share the run that is under way; after it, the next call runs anew. */
export function singleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const underway = new Map<string, Promise<T>>();

  return (key, work) => {
    const known = underway.get(key);
    if (known) return known;
    const run = work().finally(() => underway.delete(key));
    underway.set(key, run);
    return run;
  };
}

/**
 * As `singleFlight`, for results that must not be older than the question: a call during a run
 * waits for the next run, which all such calls share.
 */
export function freshFlight<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const next = new Map<string, Promise<T>>();
  const underway = new Map<string, Promise<T>>();

  return (key) => {
    const known = next.get(key);
    if (known) return known;
    const begin = () => {
      next.delete(key);
      const run = work(key).finally(() => {
        if (underway.get(key) === run) underway.delete(key);
      });
      underway.set(key, run);
      return run;
    };
    const coming = (underway.get(key) ?? Promise.resolve()).then(begin, begin);
    next.set(key, coming);
    return coming;
  };
}
