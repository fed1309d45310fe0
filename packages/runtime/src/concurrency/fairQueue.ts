/**
 * Runs costly work a few at a time, in turns by caller, so that the flood of one caller delays the
 * others by one turn. Everything that waits is bounded: what does not fit is refused at once.
 */
const RANKS = ['preferred', 'usual', 'suspected'] as const;
export type Rank = (typeof RANKS)[number];

export interface Caller {
  /** Callers with the same key share one line: an address, a device. */
  key: string;
  /** Keys of one group take turns as one: the addresses of a network. The key itself, if absent. */
  group?: string;
  /** Each rank takes turns within itself, before those after it. `usual`, if absent. */
  rank?: Rank;
}

export interface FairQueueOptions {
  /** Work that runs at the same time. */
  concurrent: number;
  /** Requests of one caller that may wait. */
  maxWaitingOfKey: number;
  /** Requests that may wait, of each rank. */
  maxWaiting: number;
  /** Makes the error of a request that is refused. */
  overloaded(): Error;
}

export interface FairQueue {
  run<T>(caller: Caller, work: () => Promise<T>): Promise<T>;
  /** Requests that were refused since the start. */
  refused(): number;
}

/**
 * After so many requests in a row of a rank and those before it, one of a later rank runs, so that
 * each advances.
 */
const IN_A_ROW: Record<Rank, number> = {
  preferred: 3,
  usual: 12,
  suspected: Number.POSITIVE_INFINITY,
};

export function createFairQueue(options: FairQueueOptions): FairQueue {
  const lines = RANKS.map((rank) => ({ rank, ...createLines(options) }));
  /** For each rank, the requests of it and those before it since one of a later rank. */
  const inARow = lines.map(() => 0);
  let running = 0;
  let refused = 0;

  function take(): Job | undefined {
    const place = lines.findIndex((line, i) => {
      const mayPass = lines.slice(i + 1).some((later) => !later.isEmpty());
      const isOver = (inARow[i] ?? 0) >= IN_A_ROW[line.rank];
      return !line.isEmpty() && !(isOver && mayPass);
    });
    if (place < 0) {
      // nothing waits: no rank has passed another
      inARow.fill(0);
      return undefined;
    }
    lines.forEach((_, i) => {
      inARow[i] = place <= i ? (inARow[i] ?? 0) + 1 : 0;
    });
    return lines[place]?.take();
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
        const line = lines.find(({ rank }) => rank === (caller.rank ?? 'usual')) as Lines;
        const job: Job = {
          start: () => work().then(resolve, reject),
          refuse: () => reject(options.overloaded()),
        };
        const excess = line.add(caller, job);
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
