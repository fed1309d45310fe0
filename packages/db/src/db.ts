/**
 * One connection pool and one Prisma client to PostgreSQL. Both stay inside this package: its
 * callers hold a `Db`, which they only pass on and close. Every query ends within seconds.
 */
import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/client.js';
import { countServers, ReadOnly, serversOf } from './servers.js';

declare const opaque: unique symbol;

/** The database, as the rest of the system sees it. */
export interface Db {
  readonly [opaque]: true;
  close(): Promise<void>;
}

/** What a `Db` is made of. Exported to tests only. */
export interface Connections extends Db {
  prisma: PrismaClient;
  /** The same connections, for statements in SQL. */
  pool: pg.Pool;
  /** A pool of its own with the same settings. */
  openPool(options: PoolOptions): pg.Pool;
  /** Every pool that was opened. */
  pools: readonly pg.Pool[];
  /** How many servers the address names. */
  servers: number;
  /** Milliseconds that a new connection may take. */
  connectWithin: number;
  onBatch: OnBatch | undefined;
}

export const connectionsOf = (db: Db): Connections => db as Connections;
export const poolOf = (db: Db): pg.Pool => connectionsOf(db).pool;
export const prismaOf = (db: Db): PrismaClient => connectionsOf(db).prisma;

export interface PoolOptions {
  max: number;
  name: string;
  /** Milliseconds that a new connection may take. */
  connectWithin?: number;
  /** Milliseconds that a statement may take. */
  within?: number;
  /** Milliseconds that a statement may wait for a lock. */
  lockWithin?: number;
  /** Milliseconds after which a connection without work is closed; 0: never. */
  idleWithin?: number;
  /** Runs on every new connection before its first statement; an error closes it. */
  verify?: Verify | undefined;
}

export type Verify = (client: pg.PoolClient, done: (error?: Error) => void) => void;

/** A statement that several documents shared, after it ended. */
export interface TracedBatch {
  statement: string;
  /** When it began, on the monotonic clock. */
  began: number;
  /** Of each document that is traced. */
  traceparents: readonly (string | undefined)[];
  error?: unknown;
}

export type OnBatch = (batch: TracedBatch) => void;

export interface DbOptions {
  /** Called for every statement that documents share; absent: nothing is traced. */
  onBatch?: OnBatch | undefined;
  /** Connections at most. */
  max?: number;
  /** What pg_stat_activity calls us. */
  name?: string;
  /** As of a pool. */
  verify?: Verify | undefined;
  /** As of a pool. */
  connectWithin?: number;
}

export function createDb(
  url: string,
  { max = 6, name = 'rafaga', verify, onBatch, connectWithin = 3000 }: DbOptions = {},
): Db {
  const pools: pg.Pool[] = [];
  const servers = serversOf(url);
  const openPool: Connections['openPool'] = (options) => {
    const opened = openPoolAt(servers, options);
    pools.push(opened);
    return opened;
  };
  const pool = openPool({ max, name, verify, connectWithin });
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: statementNames() }),
    // a first connection on a busy machine takes longer than Prisma's usual two seconds
    transactionOptions: { maxWait: 1.5 * connectWithin, timeout: 8000 },
  });
  const close = async () => {
    await prisma.$disconnect();
    await pool.end();
  };
  const opened = {
    prisma,
    pool,
    openPool,
    pools,
    close,
    servers: countServers(url),
    onBatch,
    connectWithin,
  };
  return opened as unknown as Connections;
}

/** Resolves when PostgreSQL answers. */
export async function ping(db: Db): Promise<void> {
  await poolOf(db).query('SELECT 1');
}

/**
 * Passes over the servers of the address that are dead or standbys: a process that does one piece
 * of work would end at the first of them. It resolves in any case, and the last server is left to
 * the work, which reports its error. A server that is read only is used when all others are passed.
 */
export async function findWritable(db: Db): Promise<void> {
  let last = 1;
  for (let left = connectionsOf(db).servers; left > last; left--) {
    const error = await ping(db).catch((failure: unknown) => failure);
    if (error === undefined) return;
    if (error instanceof ReadOnly) last = 0;
  }
}

function openPoolAt(
  servers: pg.PoolConfig,
  { max, name, verify, ...limits }: PoolOptions,
): pg.Pool {
  const { within = 4000, lockWithin = 2000, connectWithin = 3000, idleWithin = 30_000 } = limits;
  const pool = new pg.Pool({
    ...servers,
    max,
    verify,
    application_name: name,
    connectionTimeoutMillis: connectWithin,
    idleTimeoutMillis: idleWithin,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: within,
    // a frozen server does not enforce its own timeouts
    query_timeout: within + 500,
    lock_timeout: lockWithin,
    idle_in_transaction_session_timeout: 10_000,
  });
  // a broken connection fails its query or is replaced before the next one; without a listener its
  // error event would end the process
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * Names for prepared statements, which PostgreSQL then parses once a connection; the first 500
 * texts get one.
 */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    let name = names.get(sql);
    if (name === undefined) {
      if (names.size >= 500) return '';
      name = `p${createHash('sha256').update(sql).digest('hex').slice(0, 20)}`;
      names.set(sql, name);
    }
    return name;
  };
}
