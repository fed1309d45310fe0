/**
 * Sees to it that a process uses no database that knows less than was acknowledged: every new
 * connection of those that issue or send is held against the marks before its first statement, and
 * so is the database at the start and now and then after it. A database that is put back under
 * running processes ends their connections: they come through here.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { singleFlight, withTimeout } from '@rafaga/runtime/concurrency';
import type pg from 'pg';
import { type Db, poolOf } from '../db.js';
import { type Acknowledgements, type Behind, type Client, findBehindOn } from './behind.js';
import { openRestoration } from './restoration.js';

export interface Continuity {
  /**
   * For `verify` of a pool: the connection is used when the database was compared, whatever came of
   * it.
   */
  verify(client: pg.PoolClient, done: (error?: Error) => void): void;
  /** Goes on comparing with this database until it is stopped. */
  watch(db: Db): void;
  /** What keeps the process from being ready, in a word; none when all is well. */
  trouble(): string[];
  /** A restoration is open, as far as this process knows. */
  restoring(): boolean;
  stop(): void;
}

export interface ContinuityOptions {
  /** Names the process in the restoration that it begins. */
  process: string;
  /** What other processes have acknowledged, as the file store has it. */
  readMarks(): Promise<Acknowledgements>;
  /** What this process has. */
  own?(): Acknowledgements;
  /** A restoration is open, since now. */
  onRestoring(found: Behind | undefined): void;
  /** Once: the first comparison found nothing amiss. */
  onWell?(): void;
  /** It was ended. */
  onEnded(): void;
  onError(error: Error): void;
  /** Milliseconds between two looks. */
  everyMs?: number;
}

const MARKS_WITHIN_MS = 3_000;
const EVERY_MS = 2_000;
/** The marks are read anew at every so manieth look. */
const COMPARE_EVERY = 5;
const NONE: Acknowledgements = { ids: [], series: [] };

export function createContinuity(options: ContinuityOptions): Continuity {
  const { own = () => NONE, everyMs = EVERY_MS } = options;
  let known: Acknowledgements | undefined;
  const flight = singleFlight<Acknowledgements>();
  let compared = false;
  let restoring = false;
  const stopped = new AbortController();

  /**
   * A store that is away for a moment is replaced by what it said last; one that never answered is
   * waited for.
   */
  async function marks(): Promise<Acknowledgements> {
    try {
      known = await flight('marks', readMarks);
    } catch (error) {
      options.onError(error as Error);
      if (!known)
        throw new Error('the marks of what was acknowledged cannot be read', { cause: error });
    }
    const mine = own();
    return { ids: [...known.ids, ...mine.ids], series: [...known.series, ...mine.series] };
  }

  const readMarks = () =>
    withTimeout(options.readMarks(), MARKS_WITHIN_MS, {
      error: () => new Error('the file store does not answer'),
      unref: true,
    });

  async function compare(client: Client): Promise<void> {
    const found = await findBehindOn(client, await marks());
    if (found) {
      await openRestoration(client, options.process, { found });
      note(true, found);
    } else if (!compared) options.onWell?.();
    compared = true;
  }

  function note(open: boolean, found?: Behind): void {
    if (open && !restoring) options.onRestoring(found);
    if (!open && restoring) options.onEnded();
    restoring = open;
  }

  async function look(db: Db, round: number): Promise<void> {
    if (!compared || round % COMPARE_EVERY === 0) await compare(poolOf(db));
    const { rows } = await poolOf(db).query<{ found: Behind }>({
      name: 'restoration_found',
      text: 'SELECT found FROM restorations WHERE ended_at IS NULL',
    });
    note(rows.length > 0, rows[0]?.found);
  }

  return {
    verify(client, done) {
      compare(client).then(
        () => done(),
        (error: Error) => done(error),
      );
    },
    watch(db) {
      void (async () => {
        for (let round = 0; !stopped.signal.aborted; round += 1) {
          await look(db, round).catch(options.onError);
          await sleep(everyMs, undefined, { signal: stopped.signal, ref: false }).catch(
            () => undefined,
          );
        }
      })();
    },
    trouble: () =>
      restoring ? ['restauracion'] : compared ? [] : ['restauracion: sin comparar todavía'],
    restoring: () => restoring,
    stop: () => stopped.abort(),
  };
}
