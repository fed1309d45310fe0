/**
 * Sends reads that may be some seconds old to read replicas, and to the primary whenever no replica
 * is known to be recent enough. Without an address, every read goes to the primary.
 */
import { withTimeout } from '@rafaga/runtime/concurrency';
import type { Condition, Probe } from '@rafaga/runtime/conditions';
import { connectionsOf, type Db } from '../db.js';
import { type PoolState, poolState } from '../processes/poolState.js';
import { eachServer } from '../servers.js';
import {
  createPositions,
  type HeartbeatKey,
  type Positions,
  primaryPosition,
} from './positions.js';
import { createReplica, MEASURE_MS, PROMOTED, type Replica } from './replica.js';

export interface ReplicaConfig {
  /** The address of one or several standbys; '': none. */
  url: string;
  /** How many milliseconds a read may lag behind the primary. */
  maxLagMs: number;
}

/** Where a read was answered; 'failed': by the primary, after a replica failed. */
export type ReadTarget = 'replica' | 'primary' | 'failed';

export interface Replicas {
  maxLagMs: number;
  /** Reads from a replica, or from the primary; the data may lag by `maxLagMs`. */
  read<T>(read: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Asks only a replica.
   * @returns undefined when none may be read, it fails, or it does not have the data
   */
  ask<T>(find: (replica: Db) => Promise<T | undefined>): Promise<T | undefined>;
  /** Measures the replicas; absent when there are none. */
  probe?: Probe;
  /** The lag of each in milliseconds; undefined where it is unknown. */
  lags(): (number | undefined)[];
  /** The connections to all replicas; undefined without one. */
  poolState(): PoolState | undefined;
  close(): Promise<void>;
}

export interface ReplicasOptions {
  name: string;
  /** The heartbeat of this process at the primary. */
  heartbeat: HeartbeatKey;
  onRead(target: ReadTarget): void;
}

/** The longest that a slow replica may delay a record. */
const ASK_MS = 1_000;
/** How often the lag is measured; more often for a small bound. */
const EVERY_MS = 1_000;

/** @param config absent: no replica */
export function createReplicas(
  primary: Db,
  config: ReplicaConfig | undefined,
  { name, heartbeat, onRead }: ReplicasOptions,
): Replicas {
  if (!config?.url) return withoutReplica(primary);
  const { url, maxLagMs } = config;
  const { openPrisma } = connectionsOf(primary);
  const replicas = eachServer(url).map((each) =>
    createReplica({ url: each, name: `${name}-replica`, openPrisma, maxLagMs, heartbeat }),
  );
  const choose = takeTurns(replicas);
  const { probe, close } = measureAll(primary, replicas, { maxLagMs, heartbeat });

  async function attempt<T>(replica: Replica, reading: Promise<T>): Promise<Attempt<T>> {
    try {
      return { result: await reading };
    } catch (error) {
      replica.failed(error);
      onRead('failed');
      return undefined;
    }
  }

  return {
    maxLagMs,
    probe,
    close,
    lags: () => replicas.map(({ lagMs }) => lagMs()),
    poolState: () => poolState(...replicas.map(({ db }) => db)),
    async read(read) {
      const replica = choose();
      const found = replica && (await attempt(replica, replica.read(read)));
      if (!replica || found) onRead(found ? 'replica' : 'primary');
      return found ? found.result : read(primary);
    },
    async ask(find) {
      const replica = choose();
      const found = replica && (await attempt(replica, withTimeout(replica.read(find), ASK_MS)));
      if (!replica || found) onRead(found?.result === undefined ? 'primary' : 'replica');
      return found?.result;
    },
  };
}

type Attempt<T> = { result: T } | undefined;

const withoutReplica = (primary: Db): Replicas => ({
  maxLagMs: Number.POSITIVE_INFINITY,
  read: (read) => read(primary),
  ask: async () => undefined,
  lags: () => [],
  poolState: () => undefined,
  close: async () => undefined,
});

/** @returns the next usable replica, taking turns */
function takeTurns(replicas: readonly Replica[]): () => Replica | undefined {
  let turn = 0;
  return () => {
    turn = (turn + 1) % replicas.length;
    for (let step = 0; step < replicas.length; step++) {
      const replica = replicas[(turn + step) % replicas.length];
      if (replica?.isUsable()) return replica;
    }
    return undefined;
  };
}

function measureAll(
  primary: Db,
  replicas: readonly Replica[],
  { maxLagMs, heartbeat }: { maxLagMs: number; heartbeat: HeartbeatKey },
) {
  const pool = connectionsOf(primary).openPool({
    max: 1,
    name: 'rafaga-replica',
    within: MEASURE_MS,
  });
  const positions = createPositions();
  const probe: Probe = {
    words: ['replica'],
    everyMs: Math.min(EVERY_MS, maxLagMs / 4),
    withinMs: 5 * MEASURE_MS,
    async check() {
      const at = performance.now();
      const position = await primaryPosition(pool, heartbeat);
      if (position) positions.add(position, at);
      await Promise.all(replicas.map((replica) => measured(replica, positions)));
      return conditionsOf(replicas);
    },
    // a primary that does not answer has a condition of its own
    failed: () => undefined,
  };
  const close = async () => {
    await Promise.all([pool.end(), ...replicas.map((replica) => replica.close())]);
  };
  return { probe, close };
}

/**
 * Measures a replica. The measurement of a lost one may take long, and does not delay the others.
 */
function measured(replica: Replica, positions: Positions): Promise<void> | undefined {
  const end = replica.measure(positions);
  return replica.problem() ? undefined : end;
}

function conditionsOf(replicas: readonly Replica[]): Condition[] {
  const isServed = replicas.some(({ isUsable }) => isUsable());
  const problems = replicas.flatMap((replica, index) => {
    const problem = replica.problem();
    // after a failover one of several servers is the primary: that is no problem while others serve
    return problem && !(isServed && problem === PROMOTED) ? [{ problem, number: index + 1 }] : [];
  });
  const [first] = problems;
  if (!first) return [];
  const which = replicas.length === 1 ? '' : ` ${first.number} de ${replicas.length}`;
  const others = replicas.length === 2 ? 'de la otra' : 'de las otras';
  const rest = isServed ? others : 'del principal';
  return [
    {
      word: 'replica',
      text: `La réplica de lectura${which} ${first.problem}: se lee ${rest}`,
      remedy:
        'Revisa que esté en marcha, que siga al principal y que DATABASE_REPLICA_URL la nombre',
    },
  ];
}
