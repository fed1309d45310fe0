/** Reads the settings of a worker from environment variables. */
import { LANES, type Lane } from '@rafaga/queue';
import type { RedisServers } from '@rafaga/runtime';
import {
  address,
  integer,
  postgresAddress,
  readConfig,
  redisConfig,
  redisVariables,
  SECRET_VARIABLES,
  STORE_VARIABLES,
  secretConfig,
  some,
  storeConfig,
  text,
} from '@rafaga/runtime';
import { allowedNetworks } from '@rafaga/runtime/network';
import type { SecretKeys } from '@rafaga/secrets';
import type { StoreConfig } from '@rafaga/storage';

export interface WorkerSettings extends StoreConfig {
  databaseUrl: string;
  redisServers: RedisServers;
  /** Keys that open what was sealed for workers. */
  secretKeys: SecretKeys;
  simulatorUrl: string;
  /** Networks whose private addresses a business may send to. */
  allowPrivate: readonly string[];
  /** The lanes from which it takes jobs. */
  lanes: readonly Lane[];
  /** Set when another process of this worker does the background work. */
  background?: 'elsewhere';
  /** Labels that every sample of its metrics has. */
  labels?: Readonly<Record<string, string>>;
  /** The most documents that are processed at once. */
  emitConcurrency: number;
  printConcurrency: number;
  /** The port of the health server; 0: any free port. */
  healthPort: number;
  healthHost: string;
}

const QUEUES = ['emit', 'print'] as const;

export function readSettings(environment: NodeJS.ProcessEnv): WorkerSettings {
  const env = readConfig(environment, {
    DATABASE_URL: postgresAddress(),
    ...redisVariables(environment),
    ...STORE_VARIABLES,
    ...SECRET_VARIABLES,
    RAFAGA_SIMULATOR_URL: address(['http', 'https'], 'http://127.0.0.1:3002'),
    RAFAGA_ALLOW_PRIVATE: allowedNetworks(),
    RAFAGA_QUEUES: some(QUEUES, QUEUES),
    WORKER_CONCURRENCY: integer(1, 256, 64),
    PRINT_CONCURRENCY: integer(1, 16, 1),
    WORKER_HEALTH_PORT: integer(0, 65_535, 0),
    WORKER_HEALTH_HOST: text('127.0.0.1'),
  });
  return {
    databaseUrl: env.DATABASE_URL,
    redisServers: redisConfig(env),
    ...storeConfig(env),
    secretKeys: secretConfig(env, ['worker']),
    simulatorUrl: env.RAFAGA_SIMULATOR_URL.replace(/\/$/, ''),
    allowPrivate: env.RAFAGA_ALLOW_PRIVATE,
    lanes: env.RAFAGA_QUEUES.flatMap((queue) => LANES[queue]),
    emitConcurrency: env.WORKER_CONCURRENCY,
    printConcurrency: env.PRINT_CONCURRENCY,
    healthPort: env.WORKER_HEALTH_PORT,
    healthHost: env.WORKER_HEALTH_HOST,
  };
}
