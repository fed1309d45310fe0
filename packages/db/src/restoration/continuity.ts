/**
 * Keeps a process from using a database that lacks acknowledged documents: compares it with the
 * marks at the start, at intervals, and on each new connection before its first statement. A
 * restored database has closed all connections, so that processes that keep running are compared.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { singleFlight, withTimeout } from '@rafaga/runtime/concurrency';
import type pg from 'pg';
import { type Db, poolOf } from '../db.js';
import {
  type Acknowledgements,
  type Behind,
  type Client,
  findBehindOn,
  type ReadAcknowledgements,
} from './behind.js';
import { FOUND, openRestoration } from './restoration.js';

export interface Continuity {
  /** For `verify` of a pool: accepts the connection after the comparison, with any result. */
  verify(client: pg.PoolClient, done: (error?: Error) => void): void;
  /** Compares this database at intervals until `stop`. */
  watch(db: Db): void;
  /** What keeps the process from being ready, as words of its health; or []. */
  trouble(): string[];
  /** An open restoration as a condition: sales are refused, and what is known is still answered. */
  conditions(): { word: string }[];
  /** Whether this process knows that a restoration is open. */
  restoring(): boolean;
  stop(): void;
}

export interface ContinuityOptions {
  /** Names the process in the restoration that it begins. */
  process: string;
  /** Reads from the file store what all processes have acknowledged. */
  readMarks(): Promise<ReadAcknowledgements>;
  /** What this process has acknowledged. */
  own?(): Acknowledgements;
  /**
   * What else is done before the first statement of a new connection.
   * @param client where to run statements: the connection and, once it serves others because this
   * took too long, the watched database
   */
  onConnected?(client: () => Client): Promise<void>;
  /** Called when a restoration begins. */
  onRestoring(found: Behind): void;
  /** Called once, when the first comparison finds nothing missing. */
  onWell?(): void;
  /** Called when the restoration has ended. */
  onEnded(): void;
  onError(error: Error): void;
  /** Milliseconds between two checks. */
  everyMs?: number;
}

const MARKS_WITHIN_MS = 3_000;
const EVERY_MS = 2_000;
/** Every fifth check compares with the marks; the others only look for an open restoration. */
const COMPARE_EVERY = 5;
const NONE: Acknowledgements = { ids: [], series: [] };

export function createContinuity(options: ContinuityOptions): Continuity {
  const { everyMs = EVERY_MS, onConnected = async () => undefined, onError } = options;
  const marks = createMarks(options);
  let compared = false;
  let restoring = false;
  let watched: Db | undefined;
  const stopped = new AbortController();

  async function compare(client: Client): Promise<void> {
    const found = await findBehindOn(client, await marks());
    if (found) {
      await openRestoration(client, options.process, { found });
      note(found);
    } else if (!compared) options.onWell?.();
    compared = true;
  }

  /** Without the file store, nothing is sent either: the connection serves the rest. */
  async function greet(client: Client): Promise<void> {
    let late = false;
    const usable = () => (late && watched ? poolOf(watched) : client);
    const work = onConnected(usable).catch(onError);
    await withTimeout(work, MARKS_WITHIN_MS, { unref: true }).catch(onError);
    late = true;
  }

  /** @param found what the open restoration lacks; undefined when none is open */
  function note(found: Behind | undefined): void {
    if (found && !restoring) options.onRestoring(found);
    if (!found && restoring) options.onEnded();
    restoring = found !== undefined;
  }

  async function look(db: Db, round: number): Promise<void> {
    if (!compared || round % COMPARE_EVERY === 0) await compare(poolOf(db));
    const { rows } = await poolOf(db).query<{ found: Behind }>({
      name: 'restoration_found',
      text: `SELECT ${FOUND} FROM restorations WHERE ended_at IS NULL`,
    });
    note(rows[0]?.found);
  }

  return {
    verify(client, done) {
      compare(client)
        .then(() => greet(client))
        .then(
          () => done(),
          (error: Error) => done(error),
        );
    },
    watch(db) {
      watched = db;
      void repeat(stopped.signal, everyMs, (round) => look(db, round).catch(onError));
    },
    trouble: () => (restoring || compared ? [] : ['restauracion: sin comparar todavía']),
    conditions: () => (restoring ? [{ word: 'restauracion' }] : []),
    restoring: () => restoring,
    stop: () => stopped.abort(),
  };
}

/**
 * Reads the marks of all processes. When the file store does not answer, the last marks that were
 * read are used, if any.
 */
function createMarks({
  own = () => NONE,
  readMarks,
  onError,
}: ContinuityOptions): () => Promise<Acknowledgements> {
  let known: Acknowledgements | undefined;
  const flight = singleFlight<ReadAcknowledgements>();
  const read = () =>
    withTimeout(readMarks(), MARKS_WITHIN_MS, {
      error: () => new Error('the file store does not answer'),
      unref: true,
    });
  return async () => {
    try {
      const found = await flight('marks', read);
      known = found;
      // selling goes on: a file that one process left must not stop all others
      if (found.damaged.length > 0) onError(damagedMarks(found.damaged));
    } catch (error) {
      onError(error as Error);
      if (!known)
        throw new Error('the marks of what was acknowledged cannot be read', { cause: error });
    }
    const mine = own();
    return { ids: [...known.ids, ...mine.ids], series: [...known.series, ...mine.series] };
  };
}

const damagedMarks = (names: readonly string[]): Error =>
  new Error(`marks of what was acknowledged are damaged and not compared: ${names.join(', ')}`);

async function repeat(
  signal: AbortSignal,
  everyMs: number,
  look: (round: number) => Promise<void>,
): Promise<void> {
  for (let round = 0; !signal.aborted; round += 1) {
    await look(round);
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
