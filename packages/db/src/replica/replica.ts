/** One read replica: its connections, how far behind it is, and whether it may serve reads. */
import { withTimeout } from '@rafaga/runtime/concurrency';
import type pg from 'pg';
import { connectionsOf, createDb, type Db } from '../db.js';
import { type HeartbeatKey, NotStandby, type Positions, standbyPosition } from './positions.js';

export interface Replica {
  db: Db;
  /** Reads here; rejects within a second or so when the server is frozen. */
  read<T>(read: (db: Db) => Promise<T>): Promise<T>;
  /** Measures it against the positions of the primary; it never rejects. */
  measure(positions: Positions): Promise<void>;
  /** Milliseconds at most that it is behind now; undefined while nothing is known. */
  lagMs(): number | undefined;
  isUsable(): boolean;
  /** Why it serves no read, in Spanish; undefined while it does, and before it is known. */
  problem(): string | undefined;
  /** A read failed: after the loss of a connection it serves none until it is measured again. */
  failed(error: unknown): void;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  url: string;
  /** What pg_stat_activity calls its connections. */
  name: string;
  maxLagMs: number;
  heartbeat: HeartbeatKey;
}

/** A server that does not answer a measurement within this time serves no read. */
export const MEASURE_MS = 1_000;

/**
 * A read without an answer has the server asked this often, and for this long, whether it answers
 * at all: a limit on the statements would end those of a long list too, which are only slow.
 */
const PATIENCE_MS = 500;

export function createReplica({ url, name, maxLagMs, heartbeat }: ReplicaOptions): Replica {
  const db = createDb(url, { name });
  const pool = openMeasuring(db, name);
  const startedAt = performance.now();
  /** When the primary was where this server is now. */
  let reachedAt: number | undefined;
  let lost: string | undefined = NOT_MEASURED;

  const lagMs = () => (reachedAt === undefined ? undefined : performance.now() - reachedAt);
  const isUsable = () => lost === undefined && (lagMs() ?? Number.POSITIVE_INFINITY) <= maxLagMs;

  async function measure(positions: Positions): Promise<void> {
    try {
      const position = await standbyPosition(pool, heartbeat);
      reachedAt = position && positions.reachedBy(position);
      lost = undefined;
    } catch (error) {
      lost = error instanceof NotStandby ? PROMOTED : UNREACHABLE;
    }
  }

  const isAlive = shared(async () => {
    const alive = await answersTo(pool);
    if (!alive) lost ??= UNREACHABLE;
    return alive;
  });

  return {
    db,
    read: async (read) => whileAlive(read(db), isAlive),
    lagMs,
    isUsable,
    measure: shared(measure),
    problem() {
      if (lost !== undefined && lost !== NOT_MEASURED) return lost;
      const behindMs = performance.now() - (reachedAt ?? startedAt);
      return isUsable() || behindMs <= maxLagMs ? undefined : farBehind(behindMs);
    },
    failed(error) {
      if (isServerLost(error as Error)) lost ??= UNREACHABLE;
    },
    async close() {
      await pool.end();
      await db.close();
    },
  };
}

/** A connection of its own, so that reads that wait for one delay no measurement. */
const openMeasuring = (db: Db, name: string): pg.Pool =>
  connectionsOf(db).openPool({ max: 1, name, within: MEASURE_MS, connectWithin: MEASURE_MS });

const answersTo = (pool: pg.Pool): Promise<boolean> =>
  withTimeout(pool.query('SELECT'), PATIENCE_MS).then(
    () => true,
    () => false,
  );

/** Calls that come while one runs get its result. */
function shared<A extends unknown[], T>(run: (...given: A) => Promise<T>) {
  let running: Promise<T> | undefined;
  return (...given: A): Promise<T> => {
    running ??= run(...given).finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** The answer; rejects once the server does not answer at all. */
function whileAlive<T>(answer: Promise<T>, isAlive: () => Promise<boolean>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const frozen = new Promise<never>((_resolve, reject) => {
    const wait = () => {
      timer = setTimeout(async () => {
        if (!(await isAlive())) reject(new Error('the replica does not answer'));
        else if (!ended) wait();
      }, PATIENCE_MS);
    };
    wait();
  });
  return Promise.race([answer, frozen]).finally(() => {
    ended = true;
    clearTimeout(timer);
  });
}

const NOT_MEASURED = '';
const UNREACHABLE = 'no responde';
const farBehind = (ms: number): string =>
  `va ${Math.round(ms / 1_000)} s detrás del principal, o no lo sigue`;
export const PROMOTED = 'acepta escrituras: ya no es una réplica';

/**
 * A statement that the replica cancelled, a full pool or a slow read says nothing about the server:
 * the next measurement does.
 */
const isServerLost = ({ code = '', message }: Error & { code?: string }): boolean =>
  /^(08|57P|P1001|P1017|E[A-Z]+$)/.test(code) || /ECONN|Connection terminated/.test(message);
