/**
 * One connection pool and one Prisma client to PostgreSQL; every question to it ends within
 * seconds.
 */
import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/client.js';

export interface Db {
  prisma: PrismaClient;
  /** The same connections, for the statements that are worth writing by hand. */
  pool: pg.Pool;
  /** A pool of its own with the same settings. */
  openPool(options: PoolOptions): pg.Pool;
  close(): Promise<void>;
}

export interface PoolOptions {
  max: number;
  name: string;
  /** Milliseconds that a new connection may take. */
  connectWithin?: number;
  /** Sees every new connection before its first statement; an error refuses it. */
  verify?: Verify | undefined;
}

export type Verify = (client: pg.PoolClient, done: (error?: Error) => void) => void;

export interface DbOptions {
  /** Connections at most. */
  max?: number;
  /** What pg_stat_activity calls us. */
  name?: string;
  /** As of a pool. */
  verify?: Verify | undefined;
}

export function createDb(url: string, { max = 6, name = 'rafaga', verify }: DbOptions = {}): Db {
  const openPool: Db['openPool'] = (options) => openPoolAt(url, options);
  const pool = openPool({ max, name, verify });
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: statementNames() }),
    // a first connection on a busy machine takes longer than Prisma's usual two seconds
    transactionOptions: { maxWait: 4500, timeout: 8000 },
  });
  const close = async () => {
    await prisma.$disconnect();
    await pool.end();
  };
  return { prisma, pool, openPool, close };
}

function openPoolAt(
  url: string,
  { max, name, connectWithin = 3000, verify }: PoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    verify,
    application_name: name,
    connectionTimeoutMillis: connectWithin,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: 4000,
    // a server that is frozen does not hear its own timeouts
    query_timeout: 4500,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 10_000,
  });
  // a connection that breaks fails its question, or is replaced before the next: nothing to do, but
  // unheard it would end the process
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
