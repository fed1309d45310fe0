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
    drop: () => asOwner(needed('DATABASE_URL'), `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

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

async function asOwner(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function needed(name: 'DATABASE_URL' | 'REDIS_URL'): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is needed: run npm test`);
  return value;
}
