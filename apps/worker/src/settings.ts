/** Reads the settings of a worker from environment variables. */
import {
  address,
  integer,
  key,
  keys,
  readConfig,
  STORE_VARIABLES,
  some,
  storeConfig,
  text,
} from '@rafaga/runtime';
import type { StoreConfig } from '@rafaga/storage';

export type WorkerQueue = 'emit' | 'print';

export interface WorkerSettings extends StoreConfig {
  databaseUrl: string;
  redisUrl: string;
  masterKey: Buffer;
  /** Old master keys: they decrypt secrets that are not encrypted under the new one yet. */
  previousKeys?: readonly Buffer[];
  simulatorUrl: string;
  queues: readonly WorkerQueue[];
  /** Concurrent documents. */
  emitConcurrency: number;
  printConcurrency: number;
  /** 0: any free port. */
  healthPort: number;
  healthHost: string;
}

const QUEUES = ['emit', 'print'] as const;

export function readSettings(environment: NodeJS.ProcessEnv): WorkerSettings {
  const env = readConfig(environment, {
    DATABASE_URL: address(['postgresql', 'postgres']),
    REDIS_URL: address(['redis', 'rediss']),
    ...STORE_VARIABLES,
    RAFAGA_MASTER_KEY: key(32),
    RAFAGA_MASTER_KEY_PREVIOUS: keys(32),
    RAFAGA_SIMULATOR_URL: address(['http', 'https'], 'http://127.0.0.1:3002'),
    RAFAGA_QUEUES: some(QUEUES, QUEUES),
    WORKER_CONCURRENCY: integer(1, 256, 64),
    PRINT_CONCURRENCY: integer(1, 16, 1),
    WORKER_HEALTH_PORT: integer(0, 65_535, 0),
    WORKER_HEALTH_HOST: text('127.0.0.1'),
  });
  return {
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    ...storeConfig(env),
    masterKey: env.RAFAGA_MASTER_KEY,
    previousKeys: env.RAFAGA_MASTER_KEY_PREVIOUS,
    simulatorUrl: env.RAFAGA_SIMULATOR_URL.replace(/\/$/, ''),
    queues: env.RAFAGA_QUEUES,
    emitConcurrency: env.WORKER_CONCURRENCY,
    printConcurrency: env.PRINT_CONCURRENCY,
    healthPort: env.WORKER_HEALTH_PORT,
    healthHost: env.WORKER_HEALTH_HOST,
  };
}
