/**
 * Creates a database and a Redis database for one test file, on the servers of the run, because
 * workers claim every document that they find.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { applyPrivileges } from '../../packages/dev/privileges/privileges.mjs';

export interface OwnServers {
  databaseUrl: string;
  redisUrl: string;
  drop(): Promise<unknown>;
}

const MIGRATIONS = path.join(import.meta.dirname, '../../prisma/migrations');

export async function ownServers(): Promise<OwnServers> {
  const redisUrl = await ownRedis();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asOwner(requiredEnv('DATABASE_URL'), `CREATE DATABASE ${name}`);
  const url = new URL(requiredEnv('DATABASE_URL'));
  url.pathname = `/${name}`;
  for (const folder of readdirSync(MIGRATIONS, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )) {
    await asOwner(
      url.href,
      readFileSync(path.join(MIGRATIONS, folder.name, 'migration.sql'), 'utf8'),
    );
  }
  await withOwner(url.href, applyPrivileges);
  return {
    databaseUrl: url.href,
    redisUrl,
    drop: () => dropDatabase(url.href),
  };
}

/** Copies a database, to which no process may be connected. @returns the URL of the copy */
export async function copyDatabase(url: string): Promise<string> {
  const copy = new URL(url);
  copy.pathname = `/test_${randomUUID().replaceAll('-', '')}`;
  const [from, to] = [nameIn(url), nameIn(copy.href)];
  await asOwner(requiredEnv('DATABASE_URL'), `CREATE DATABASE ${to} TEMPLATE ${from}`);
  return copy.href;
}

export const dropDatabase = (url: string) =>
  asOwner(requiredEnv('DATABASE_URL'), `DROP DATABASE IF EXISTS ${nameIn(url)} WITH (FORCE)`);

const nameIn = (url: string) => new URL(url).pathname.slice(1);

/**
 * A database of Redis for each Jest worker, which runs one file at a time. Redis has sixteen; the
 * first is for the other tests.
 */
async function ownRedis(): Promise<string> {
  const url = new URL(requiredEnv('REDIS_URL'));
  url.pathname = `/${process.env.JEST_WORKER_ID ?? '1'}`;
  const redis = new Redis(url.href);
  await redis.flushdb();
  redis.disconnect();
  return url.href;
}

/** Runs SQL on a new connection. */
const asOwner = (url: string, sql: string): Promise<unknown> =>
  withOwner(url, (client) => client.query(sql));

async function withOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** @returns the URL of a server of the test run */
export function requiredEnv(name: 'DATABASE_URL' | 'REDIS_URL'): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with npm test`);
  return value;
}
