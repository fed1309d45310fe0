/**
 * The connection pool for PostgreSQL, and the Prisma client of programs that have one. Both stay
 * inside this package: callers have a `Db`, which they only pass on and close. Every query has a
 * time limit of seconds.
 */

import type { OpenPrisma, PrismaClient } from '@rafaga/prisma';
import pg from 'pg';
import { SESSION_SETTINGS, withSettings } from '../../../prisma/sessionSettings.mjs';
import { countServers, ReadOnly, serversOf } from './servers.js';

declare const opaque: unique symbol;

/** The database, as other packages see it. */
export interface Db {
  readonly [opaque]: true;
  close(): Promise<void>;
}

/** The parts of a `Db`; exported only to this package and its tests. */
export interface Connections extends Db {
  /** @throws when the program gave no `openPrisma` */
  readonly prisma: PrismaClient;
  openPrisma: OpenPrisma;
  /** The same connections, for statements in SQL. */
  pool: pg.Pool;
  /** Opens another pool with the same settings. */
  openPool(options: PoolOptions): pg.Pool;
  /** Every pool that was opened. */
  pools: readonly pg.Pool[];
  /** The number of servers in the address. */
  servers: number;
  /** Milliseconds that opening a connection may take. */
  connectWithin: number;
  onBatch: OnBatch | undefined;
}

export const connectionsOf = (db: Db): Connections => db as Connections;
export const poolOf = (db: Db): pg.Pool => connectionsOf(db).pool;
export const prismaOf = (db: Db): PrismaClient => connectionsOf(db).prisma;

export interface PoolOptions {
  max: number;
  name: string;
  /** Milliseconds that opening a connection may take. */
  connectWithin?: number;
  /** Milliseconds that a statement may take. */
  within?: number;
  /** Milliseconds that a statement may wait for a lock. */
  lockWithin?: number;
  /** Milliseconds after which an idle connection is closed; 0: never. */
  idleWithin?: number;
  /** Runs on every new connection before its first statement; an error closes it. */
  verify?: Verify | undefined;
}

export type Verify = (client: pg.PoolClient, done: (error?: Error) => void) => void;

/** A completed statement that several documents shared. */
export interface TracedBatch {
  statement: string;
  /** When it began, on the monotonic clock. */
  began: number;
  /** The traceparents of the documents; undefined for those that are not traced. */
  traceparents: readonly (string | undefined)[];
  error?: unknown;
}

export type OnBatch = (batch: TracedBatch) => void;

export interface DbOptions {
  /**
   * For what persons do. API and worker have none, because the query compiler of a process takes
   * 60 MB and half a second of CPU at the first query.
   */
  openPrisma?: OpenPrisma;
  /** Called after every statement that documents share; absent: nothing is traced. */
  onBatch?: OnBatch | undefined;
  /** The most connections of the main pool. */
  max?: number;
  /** The application_name of the connections. */
  name?: string;
  /** See PoolOptions. */
  verify?: Verify | undefined;
  /** See PoolOptions. */
  connectWithin?: number;
}

export function createDb(
  url: string,
  {
    max = 6,
    name = 'rafaga',
    verify,
    onBatch,
    connectWithin = 3000,
    openPrisma = openNoPrisma,
  }: DbOptions = {},
): Db {
  const pools: pg.Pool[] = [];
  const servers = serversOf(withSettings(url, SESSION_SETTINGS));
  const openPool: Connections['openPool'] = (options) => {
    const opened = openPoolAt(servers, options);
    pools.push(opened);
    return opened;
  };
  const pool = openPool({ max, name, verify, connectWithin });
  let prisma: PrismaClient | undefined;
  const close = async () => {
    await prisma?.$disconnect();
    await pool.end();
  };
  const opened = {
    get prisma() {
      prisma ??= openPrisma(pool, connectWithin);
      return prisma;
    },
    openPrisma,
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

const openNoPrisma: OpenPrisma = () => {
  throw new Error('this program has no Prisma client');
};

/** Resolves when PostgreSQL answers. */
export async function ping(db: Db): Promise<void> {
  await poolOf(db).query('SELECT 1');
}

/**
 * Finds a server of the address that accepts writes, skipping dead servers and standbys, for a
 * process that does one piece of work and would otherwise fail at the first of them. Never rejects:
 * when no server is found, the work itself reports the error of the last one. A read-only server is
 * accepted after all others failed.
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
    // longer than statement_timeout: a frozen server does not enforce its own
    query_timeout: within + 500,
    lock_timeout: lockWithin,
    idle_in_transaction_session_timeout: 10_000,
  });
  // without a listener, an `error` event would end the process; a broken connection fails its
  // query, or is replaced before the next one
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
