/**
 * Creates a database and a Redis database for one test file, on the servers of the run, because
 * workers claim every document that they find.
 */
import { Redis } from 'ioredis';
import { createDatabase, dropDatabase } from './databases.js';
import { requiredEnv } from './requiredEnv.js';

export interface OwnServers {
  databaseUrl: string;
  redisUrl: string;
  drop(): Promise<unknown>;
}

export async function ownServers(): Promise<OwnServers> {
  const [redisUrl, databaseUrl] = await Promise.all([ownRedis(), createDatabase()]);
  return { databaseUrl, redisUrl, drop: () => dropDatabase(databaseUrl) };
}

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
