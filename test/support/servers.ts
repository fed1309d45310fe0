/**
 * A database and a Redis of a test file's own, on the servers of the run: a worker takes whatever
 * it finds.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';

export interface OwnServers {
  databaseUrl: string;
  redisUrl: string;
  drop(): Promise<void>;
}

const MIGRATIONS = path.join(import.meta.dirname, '../../prisma/migrations');

export async function ownServers(): Promise<OwnServers> {
  const redisUrl = await ownRedis();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asOwner(needed('DATABASE_URL'), `CREATE DATABASE ${name}`);
  const url = new URL(needed('DATABASE_URL'));
  url.pathname = `/${name}`;
  for (const folder of readdirSync(MIGRATIONS, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )) {
    await asOwner(
      url.href,
      readFileSync(path.join(MIGRATIONS, folder.name, 'migration.sql'), 'utf8'),
    );
  }
  return {
    databaseUrl: url.href,
    redisUrl,
    drop: () => dropDatabase(url.href),
  };
}

/** A copy of a database, to which no process may be connected meanwhile. */
export async function copyDatabase(url: string): Promise<string> {
  const copy = new URL(url);
  copy.pathname = `/test_${randomUUID().replaceAll('-', '')}`;
  const [from, to] = [nameIn(url), nameIn(copy.href)];
  await asOwner(needed('DATABASE_URL'), `CREATE DATABASE ${to} TEMPLATE ${from}`);
  return copy.href;
}

export const dropDatabase = (url: string) =>
  asOwner(needed('DATABASE_URL'), `DROP DATABASE IF EXISTS ${nameIn(url)} WITH (FORCE)`);

const nameIn = (url: string) => new URL(url).pathname.slice(1);

/**
 * Redis has sixteen databases; Jest's workers are fewer, and each runs one file at a time. The
 * first is the other tests'.
 */
async function ownRedis(): Promise<string> {
  const url = new URL(needed('REDIS_URL'));
  url.pathname = `/${process.env.JEST_WORKER_ID ?? '1'}`;
  const redis = new Redis(url.href);
  await redis.flushdb();
  redis.disconnect();
  return url.href;
}

/** Runs SQL on a connection of its own. */
async function asOwner(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** An address of the servers of the run. */
export function needed(name: 'DATABASE_URL' | 'REDIS_URL'): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is needed: run npm test`);
  return value;
}
