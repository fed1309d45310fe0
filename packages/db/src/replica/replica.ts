/** One read replica: its connections, how far behind it is, and whether it may serve reads. */
import { withTimeout } from '@rafaga/runtime/concurrency';
import type pg from 'pg';
import { type Connections, connectionsOf, createDb, type Db } from '../db.js';
import { type HeartbeatKey, NotStandby, type Positions, standbyPosition } from './positions.js';

export interface Replica {
  db: Db;
  /** Reads from this replica; rejects within about a second when the server is frozen. */
  read<T>(read: (db: Db) => Promise<T>): Promise<T>;
  /** Measures the lag against the positions of the primary; never rejects. */
  measure(positions: Positions): Promise<void>;
  /** An upper bound of the present lag; undefined while it is unknown. */
  lagMs(): number | undefined;
  isUsable(): boolean;
  /**
   * Why the replica may not be read, in Spanish; undefined when it may, and before the first
   * measurement.
   */
  problem(): string | undefined;
  /**
   * Reports a failed read: after a lost connection the replica is not read until it is measured
   * again.
   */
  failed(error: unknown): void;
  close(): Promise<void>;
}

export interface ReplicaOptions extends Pick<Connections, 'openPrisma'> {
  url: string;
  /** The application_name of its connections. */
  name: string;
  maxLagMs: number;
  heartbeat: HeartbeatKey;
}

/** A replica that takes longer to answer a measurement is not read. */
export const MEASURE_MS = 1_000;

/**
 * How long to wait for a read before checking, and how long to wait for the check, whether the
 * server answers at all. A time limit on statements would also end those of a long list, which are
 * merely slow.
 */
const PATIENCE_MS = 500;

export function createReplica(options: ReplicaOptions): Replica {
  const { url, name, openPrisma, maxLagMs, heartbeat } = options;
  const db = createDb(url, { name, openPrisma });
  const pool = openMeasuring(db, name);
  const startedAt = performance.now();
  /** When the primary was at the position that this server has now. */
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

/** A separate connection, so that waiting reads do not delay a measurement. */
const openMeasuring = (db: Db, name: string): pg.Pool =>
  connectionsOf(db).openPool({ max: 1, name, within: MEASURE_MS, connectWithin: MEASURE_MS });

const answersTo = (pool: pg.Pool): Promise<boolean> =>
  withTimeout(pool.query('SELECT'), PATIENCE_MS).then(
    () => true,
    () => false,
  );

/** Calls during a run share its result. */
function shared<A extends unknown[], T>(run: (...given: A) => Promise<T>) {
  let running: Promise<T> | undefined;
  return (...given: A): Promise<T> => {
    running ??= run(...given).finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Waits for the answer; rejects once the server no longer responds at all. */
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
 * Whether the server is lost. A cancelled statement, a full pool or a slow read does not say so:
 * the next measurement decides.
 */
const isServerLost = ({ code = '', message }: Error & { code?: string }): boolean =>
  /^(08|57P|P1001|P1017|E[A-Z]+$)/.test(code) || /ECONN|Connection terminated/.test(message);
