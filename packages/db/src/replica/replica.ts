/** One read replica: its connections, how far behind it is, and whether it may serve reads. */
import { connectionsOf, createDb, type Db } from '../db.js';
import { type HeartbeatKey, NotStandby, type Positions, standbyPosition } from './positions.js';

export interface Replica {
  db: Db;
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

export function createReplica({ url, name, maxLagMs, heartbeat }: ReplicaOptions): Replica {
  const db = createDb(url, { name });
  // of its own, so that reads that wait for a connection delay no measurement
  const pool = connectionsOf(db).openPool({
    ...{ max: 1, name, within: MEASURE_MS, connectWithin: MEASURE_MS },
  });
  const startedAt = performance.now();
  /** When the primary was where this server is now. */
  let reachedAt: number | undefined;
  let lost: string | undefined = NOT_MEASURED;
  let measuring: Promise<void> | undefined;

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

  return {
    db,
    lagMs,
    isUsable,
    measure(positions) {
      measuring ??= measure(positions).finally(() => {
        measuring = undefined;
      });
      return measuring;
    },
    problem() {
      if (lost !== undefined && lost !== NOT_MEASURED) return lost;
      const behindMs = performance.now() - (reachedAt ?? startedAt);
      return isUsable() || behindMs <= maxLagMs
        ? undefined
        : `va ${Math.round(behindMs / 1_000)} s detrás del principal, o no lo sigue`;
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

const NOT_MEASURED = '';
const UNREACHABLE = 'no responde';
export const PROMOTED = 'acepta escrituras: ya no es una réplica';

/**
 * A statement that the replica cancelled, a full pool or a slow read says nothing about the server:
 * the next measurement does.
 */
const isServerLost = ({ code = '', message }: Error & { code?: string }): boolean =>
  /^(08|57P|P1001|P1017|E[A-Z]+$)/.test(code) || /ECONN|Connection terminated/.test(message);
