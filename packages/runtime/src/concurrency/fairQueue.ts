/**
 * Runs costly work a few at a time, in turns by caller, so that the flood of one caller delays the
 * others by one turn. Everything that waits is bounded: what does not fit is refused at once.
 */
export interface Caller {
  /** Callers with the same key share one line: an address, a device. */
  key: string;
  /** Preferred callers take turns among themselves, before the others. */
  preferred?: boolean;
}

export interface FairQueueOptions {
  /** Work that runs at the same time. */
  concurrent: number;
  /** Requests of one caller that may wait. */
  maxWaitingOfKey: number;
  /** Requests that may wait, of preferred callers and of the others each. */
  maxWaiting: number;
  /** Makes the error of a request that is refused. */
  overloaded(): Error;
}

export interface FairQueue {
  run<T>(caller: Caller, work: () => Promise<T>): Promise<T>;
  /** Requests that were refused since the start. */
  refused(): number;
}

/** After so many preferred requests one of the others runs, so that these always advance. */
const PREFERRED_IN_A_ROW = 3;

export function createFairQueue(options: FairQueueOptions): FairQueue {
  const preferred = createLines(options);
  const others = createLines(options);
  let running = 0;
  let inARow = 0;
  let refused = 0;

  function take(): Job | undefined {
    const turnOfOthers = inARow >= PREFERRED_IN_A_ROW && !others.isEmpty();
    const job = turnOfOthers ? others.take() : (preferred.take() ?? others.take());
    inARow = job?.preferred ? inARow + 1 : 0;
    return job;
  }

  function next(): void {
    while (running < options.concurrent) {
      const job = take();
      if (!job) return;
      running += 1;
      void job.start().finally(() => {
        running -= 1;
        next();
      });
    }
  }

  return {
    run: ({ key, preferred: isPreferred = false }, work) =>
      new Promise((resolve, reject) => {
        const job: Job = {
          preferred: isPreferred,
          start: () => work().then(resolve, reject),
          refuse: () => reject(options.overloaded()),
        };
        const excess = (isPreferred ? preferred : others).add(key, job);
        if (excess) {
          refused += 1;
          excess.refuse();
        }
        next();
      }),
    refused: () => refused,
  };
}

interface Job {
  preferred: boolean;
  start(): Promise<void>;
  refuse(): void;
}

interface Lines {
  /** @returns the job that has no place any more: an older one, or this one */
  add(key: string, job: Job): Job | undefined;
  take(): Job | undefined;
  isEmpty(): boolean;
}

/**
 * One line for each key. In a line the newest job is the next, and the oldest leaves when it is
 * full: after a flood, a new request is served before what the flood left behind.
 */
function createLines({ maxWaitingOfKey, maxWaiting }: FairQueueOptions): Lines {
  const lines = new Map<string, Job[]>();
  let size = 0;

  function drop(key: string, line: Job[], job: Job | undefined): Job | undefined {
    size -= 1;
    if (line.length === 0) lines.delete(key);
    return job;
  }

  function overflow(key: string, line: Job[]): Job | undefined {
    if (line.length > maxWaitingOfKey) return drop(key, line, line.shift());
    if (size <= maxWaiting) return undefined;
    const [longestKey, longest] = [...lines].reduce((one, other) =>
      other[1].length > one[1].length ? other : one,
    );
    // every caller has one request: the last to come is refused
    return longest.length === 1
      ? drop(key, line, line.pop())
      : drop(longestKey, longest, longest.shift());
  }

  return {
    add(key, job) {
      const line = lines.get(key) ?? [];
      lines.set(key, line);
      line.push(job);
      size += 1;
      return overflow(key, line);
    },
    take() {
      const [first] = lines;
      if (!first) return undefined;
      const [key, line] = first;
      const job = line.pop();
      // behind the other keys, as long as it has more
      lines.delete(key);
      if (line.length > 0) lines.set(key, line);
      size -= 1;
      return job;
    },
    isEmpty: () => size === 0,
  };
}
