/** A Prisma client over a pool of connections. */
import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from './generated/client.js';

/** @param connectWithin milliseconds that opening a connection may take */
export type OpenPrisma = (pool: pg.Pool, connectWithin: number) => PrismaClient;

export const openPrisma: OpenPrisma = (pool, connectWithin) =>
  new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: statementNames() }),
    // longer than Prisma's default of 2 s: a first connection on a busy machine takes more
    transactionOptions: { maxWait: 1.5 * connectWithin, timeout: 8000 },
  });

/**
 * Names prepared statements, so that PostgreSQL parses each once on a connection. Only the first
 * 500 texts get a name.
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
