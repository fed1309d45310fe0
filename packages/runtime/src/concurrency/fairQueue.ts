/**
 * Runs costly work a few at a time, in turns by caller, so that the flood of one caller delays the
 * others by one turn. Everything that waits is bounded: what does not fit is refused at once.
 */
import { createLines, type Job, type Lines } from './fairLines.js';

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
  const ranks = createRanks(options);
  let running = 0;
  let refused = 0;

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
        const excess = ranks.linesOf(caller).add(caller, job);
        if (excess) {
          refused += 1;
          excess.refuse();
        }
        next();
      }),
    refused: () => refused,
  };
}

/** The lines of each rank, and whose turn it is. */
function createRanks(options: FairQueueOptions) {
  const ranks = RANKS.map((rank) => ({ rank, lines: createLines(options) }));
  /** For each rank, the requests of it and those before it since one of a later rank. */
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
