/**
 * Runs costly work a few at a time, in turns by caller, so that the flood of one caller delays the
 * others by one turn. Everything that waits is bounded: what does not fit is refused at once.
 */
export interface Caller {
  /** Callers with the same key share one line: an address, a device. */
  key: string;
  /** Keys of one group take turns as one: the addresses of a network. The key itself, if absent. */
  group?: string;
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
    run: (caller, work) =>
      new Promise((resolve, reject) => {
        const isPreferred = caller.preferred ?? false;
        const job: Job = {
          preferred: isPreferred,
          start: () => work().then(resolve, reject),
          refuse: () => reject(options.overloaded()),
        };
        const excess = (isPreferred ? preferred : others).add(caller, job);
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
  add(caller: Caller, job: Job): Job | undefined;
  take(): Job | undefined;
  isEmpty(): boolean;
}

/** The lines of the callers of one group. */
type Group = Map<string, Job[]>;

/**
 * One line for each key. In a line the newest job is the next, and the oldest leaves when it is
 * full: after a flood, a new request is served before what the flood left behind.
 */
function createLines({ maxWaitingOfKey, maxWaiting }: FairQueueOptions): Lines {
  const groups = new Map<string, Group>();
  let size = 0;

  function drop(name: string, key: string, end: 'oldest' | 'newest'): Job | undefined {
    const group = groups.get(name);
    const line = group?.get(key);
    const job = end === 'oldest' ? line?.shift() : line?.pop();
    size -= 1;
    if (line?.length === 0) group?.delete(key);
    if (group?.size === 0) groups.delete(name);
    return job;
  }

  function overflow(name: string, key: string): Job | undefined {
    if (lengthOf(groups.get(name)?.get(key)) > maxWaitingOfKey) return drop(name, key, 'oldest');
    if (size <= maxWaiting) return undefined;
    const [crowd, lines] = largest(groups, waitingIn);
    const [longest, line] = largest(lines, lengthOf);
    // every caller has one request: the last to come is refused, of the largest group
    if (line.length > 1) return drop(crowd, longest, 'oldest');
    return waitingIn(lines) > 1
      ? drop(crowd, [...lines.keys()].at(-1) as string, 'newest')
      : drop(name, key, 'newest');
  }

  return {
    add({ key, group: name = key }, job) {
      const group: Group = groups.get(name) ?? new Map();
      groups.set(name, group);
      const line = group.get(key) ?? [];
      group.set(key, line);
      line.push(job);
      size += 1;
      return overflow(name, key);
    },
    take() {
      const [first] = groups;
      if (!first) return undefined;
      const [name, group] = first;
      const [key, line] = [...group][0] as [string, Job[]];
      // behind the others, as long as they have more
      group.delete(key);
      group.set(key, line);
      groups.delete(name);
      groups.set(name, group);
      return drop(name, key, 'newest');
    },
    isEmpty: () => size === 0,
  };
}

const lengthOf = (line: readonly Job[] | undefined): number => line?.length ?? 0;
const waitingIn = (group: Group): number =>
  [...group.values()].reduce((sum, line) => sum + line.length, 0);

/** The entry of the largest value; the first of several. */
const largest = <T>(entries: ReadonlyMap<string, T>, sizeOf: (value: T) => number): [string, T] =>
  [...entries].reduce((one, other) => (sizeOf(other[1]) > sizeOf(one[1]) ? other : one));
