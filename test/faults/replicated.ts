/**
 * Starts a PostgreSQL with a synchronous standby and a Redis with a replica and sentinels, so that
 * both can lose the server that takes writes. Programs find the next ones by their addresses.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisServers } from '@rafaga/runtime';
import { createTestDb } from '../../packages/db/testing/connections.js';
import { both, startStandby } from '../postgres/standby.js';
import { startSentinels } from '../redis/sentinels.js';
import { migrateDatabase } from '../support/databases.js';
import { type PostgresServer, startPostgres } from '../support/postgresServer.js';
import { waitFor } from '../support/waitFor.js';
import type { Servers } from './servers.js';

/** What PostgreSQL's operator or Patroni takes to see that the primary is lost. */
const NOTICED_MS = 2_000;

export async function startReplicatedServers(): Promise<Servers> {
  const [primary, sentinels] = await Promise.all([startPostgres(), startSentinels()]);
  await migrateDatabase(primary.url);
  const standby = await startStandby(primary);
  await waitForSynchronous(primary);
  const { sentinels: hosts, name, login, sentinelLogin } = sentinels.servers as OfSentinels;
  const { port } = await sentinels.master();
  return {
    databaseUrl: both(primary, standby),
    redisUrl: `redis://:${login.password}@127.0.0.1:${port}`,
    ...NOT_THESE,
    replicas: {
      redisEnv: {
        REDIS_URL: '',
        REDIS_PASSWORD: login.password ?? '',
        REDIS_SENTINELS: hosts.map((at) => `${at.host}:${at.port}`).join(','),
        REDIS_SENTINEL_NAME: name,
        REDIS_SENTINEL_PASSWORD: sentinelLogin.password ?? '',
      },
      async failOver() {
        await sentinels.replicated();
        const lost = await sentinels.master();
        await Promise.all([primary.kill(), lost.end('SIGKILL')]);
        await sleep(NOTICED_MS);
        await asSuperuser(standby, 'SELECT pg_promote()');
        const next = async () => (await sentinels.master()).port;
        await waitFor('another master', async () => (await next()) !== lost.port);
      },
    },
    async stop() {
      await Promise.all([standby.stop(), primary.stop(), sentinels.stop()]);
    },
  };
}

type OfSentinels = Extract<RedisServers, { sentinels: unknown }>;

/** From then on a sale is answered when both servers have it. */
async function waitForSynchronous(primary: PostgresServer): Promise<void> {
  await asSuperuser(primary, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await asSuperuser(primary, 'SELECT pg_reload_conf()');
  await waitFor('the standby to be synchronous', async () => {
    const [row] = await asSuperuser(primary, 'SELECT sync_state FROM pg_stat_replication');
    return row?.sync_state === 'sync';
  });
}

async function asSuperuser({ url }: PostgresServer, text: string) {
  const db = createTestDb(url, { max: 1 });
  try {
    return (await db.pool.query<Record<string, string>>(text)).rows;
  } finally {
    await db.close();
  }
}

const never = () => {
  throw new Error('not of replicated servers');
};
const NOT_THESE = { pid: never, fillDisk: never, freeDisk: never, failSync: never, log: () => '' };
