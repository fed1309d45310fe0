/**
 * Runs costly work a few pieces at a time, taking the callers in turns, so that a flood of one
 * caller delays another by one turn. The queue is bounded: a request that does not fit is refused
 * at once.
 */
import { createLines, type Job, type Lines } from './fairLines.js';

const RANKS = ['preferred', 'usual', 'suspected'] as const;
export type Rank = (typeof RANKS)[number];

export interface Caller {
  /**
   * Names the caller, for example by address or device; requests with the same key share one line.
   */
  key: string;
  /**
   * Keys of one group, for example the addresses of a network, take turns as one. Absent: the key.
   */
  group?: string;
  /** A rank goes before the ranks after it, and takes turns within itself. Absent: `usual`. */
  rank?: Rank;
}

export interface FairQueueOptions {
  /** How many pieces of work run at the same time. */
  concurrent: number;
  /** The most waiting requests of one caller. */
  maxWaitingOfKey: number;
  /** The most waiting requests of each rank. */
  maxWaiting: number;
  /** Makes the error for a refused request. */
  overloaded(): Error;
}

export interface FairQueue {
  run<T>(caller: Caller, work: () => Promise<T>): Promise<T>;
}

/**
 * After this many requests in a row of a rank and those before it, one of a later rank runs, so
 * that every rank advances.
 */
const IN_A_ROW: Record<Rank, number> = {
  preferred: 3,
  usual: 12,
  suspected: Number.POSITIVE_INFINITY,
};

export function createFairQueue(options: FairQueueOptions): FairQueue {
  const ranks = createRanks(options);
  let running = 0;

  function next(): void {
    while (running < options.concurrent) {
      const job = ranks.take();
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
        const job: Job = {
          start: () => work().then(resolve, reject),
          refuse: () => reject(options.overloaded()),
        };
        ranks.linesOf(caller).add(caller, job)?.refuse();
        next();
      }),
  };
}

/** The lines of each rank, and which rank is next. */
function createRanks(options: FairQueueOptions) {
  const ranks = RANKS.map((rank) => ({ rank, lines: createLines(options) }));
  /** For each rank, how many requests of it and of earlier ranks ran since one of a later rank. */
  const inARow = ranks.map(() => 0);

  const mayTake = (place: number, { rank, lines }: { rank: Rank; lines: Lines }): boolean => {
    const isOver = (inARow[place] ?? 0) >= IN_A_ROW[rank];
    const mayPass = ranks.slice(place + 1).some((later) => !later.lines.isEmpty());
    return !lines.isEmpty() && !(isOver && mayPass);
  };

  return {
    linesOf: ({ rank = 'usual' }: Caller): Lines =>
      (ranks.find((each) => each.rank === rank) as (typeof ranks)[number]).lines,
    take(): Job | undefined {
      const place = ranks.findIndex((each, at) => mayTake(at, each));
      if (place < 0) {
        // nothing waits: no rank has passed another
        inARow.fill(0);
        return undefined;
      }
      for (let at = 0; at < ranks.length; at++)
        inARow[at] = place <= at ? (inARow[at] ?? 0) + 1 : 0;
      return ranks[place]?.lines.take();
    },
  };
}
