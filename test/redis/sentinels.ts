/** Starts a master, a replica and three sentinels with passwords, which fail over in a second. */
import type { RedisServers } from '@rafaga/runtime';
import { Redis } from 'ioredis';
import { waitFor } from '../support/waitFor.js';
import { type RedisProcess, redisProcesses } from './redisProcess.js';

export interface Sentinels {
  servers: RedisServers;
  /** The server that the sentinels name. */
  master(): Promise<RedisProcess>;
  /** Replaces the master by its replica, as an operator orders it. */
  failover(): Promise<void>;
  /** Resolves when the sentinels know a healthy replica. */
  replicated(): Promise<void>;
  stop(): Promise<void>;
}

const PASSWORD = 'una-clave-de-redis';
const SENTINEL_PASSWORD = 'otra-para-los-centinelas';
const NAME = 'rafaga-principal';

export async function startSentinels(): Promise<Sentinels> {
  const processes = await redisProcesses();
  const first = await processes.server(withPassword);
  const replica = `replicaof 127.0.0.1 ${first.port}`;
  const second = await processes.server((port) => [...withPassword(port), replica]);
  // sentinels that find a replica at their start need not ask again
  await connected(first);
  const watch = watching(first);
  const sentinels = await Promise.all([1, 2, 3].map(() => processes.sentinel(watch)));
  const hosts = sentinels.map(({ port }) => ({ host: '127.0.0.1', port }));
  const asked = new Redis({ ...hosts[0], password: SENTINEL_PASSWORD, maxRetriesPerRequest: null });
  asked.on('error', () => undefined);
  const ask = (...words: string[]) => asked.call('SENTINEL', ...words, NAME);
  const redis: Sentinels = {
    servers: {
      sentinels: hosts,
      name: NAME,
      sentinelLogin: { password: SENTINEL_PASSWORD },
      login: { password: PASSWORD },
      db: 0,
    },
    async master() {
      const [, port] = (await ask('GET-MASTER-ADDR-BY-NAME')) as string[];
      return Number(port) === first.port ? first : second;
    },
    async failover() {
      const former = (await redis.master()).port;
      await ask('FAILOVER');
      await waitFor('the next master', async () => (await redis.master()).port !== former);
    },
    async replicated() {
      await waitFor('a healthy replica', async () => {
        const [found = []] = (await ask('REPLICAS')) as string[][];
        const of = (name: string) => found[found.indexOf(name) + 1];
        return of('flags') === 'slave' && of('master-link-status') === 'ok';
      });
    },
    async stop() {
      asked.disconnect();
      await processes.stop();
    },
  };
  await redis.replicated();
  return redis;
}

async function connected({ port }: RedisProcess): Promise<void> {
  const master = new Redis({ port, password: PASSWORD, maxRetriesPerRequest: null });
  master.on('error', () => undefined);
  await waitFor('the replica', async () => /state=online/.test(await master.info('replication')));
  master.disconnect();
}

const withPassword = (port: number) => [
  `port ${port}`,
  `requirepass ${PASSWORD}`,
  `masterauth ${PASSWORD}`,
  'repl-diskless-sync-delay 0',
];

const watching =
  ({ port: master }: RedisProcess) =>
  (port: number) => [
    `port ${port}`,
    `requirepass ${SENTINEL_PASSWORD}`,
    `sentinel monitor ${NAME} 127.0.0.1 ${master} 2`,
    `sentinel auth-pass ${NAME} ${PASSWORD}`,
    `sentinel down-after-milliseconds ${NAME} 500`,
    `sentinel failover-timeout ${NAME} 2000`,
  ];
