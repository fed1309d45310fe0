/** Shares one run of a piece of work among calls that arrive at the same time. */

/** Calls for a key share the run that is under way; the next call after it starts a new run. */
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
 * Like `singleFlight`, for results that must not be older than the call: a call during a run waits
 * for the next run, which all such calls share.
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
