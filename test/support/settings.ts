/** The settings with which tests start the API and the worker, and their keys. */
import type { ApiConfig } from '@rafaga/api/start';
import { createLogger, type Logger, type RedisServers } from '@rafaga/runtime';
import type { WorkerSettings } from '@rafaga/worker';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';

export const PEPPER = Buffer.alloc(32, 7);
export const MASTER_KEY = Buffer.alloc(32, 3);
/** The keys of an installation that has one master key for everything. */
export const SECRET_KEYS = { master: [MASTER_KEY] };

/** The built modules: worker threads cannot run the sources. */
const drawingThread = new URL('../../apps/api/dist/drawing/drawingThread.js', import.meta.url);
const checkingThread = new URL('../../apps/api/dist/checking/checkingThread.js', import.meta.url);
export const panelDrawingThread = new URL(
  '../../apps/panel/dist/drawing/drawingThread.js',
  import.meta.url,
);
/** Without the lowest priority, with which it may draw nothing for minutes beside other tests. */
export const printThread = new URL(
  '../../apps/worker/dist/printing/drawOnRequest.js',
  import.meta.url,
);

/** The servers and the folder of an installation. */
export interface Places {
  databaseUrl: string;
  redisUrl: string;
  /** Where Redis is, when an address alone does not say it. */
  redisServers?: RedisServers;
  filesDir: string;
}

export const apiSettings = (places: Places): ApiConfig => ({
  databaseUrl: programUrl(places.databaseUrl, 'api'),
  redisServers: places.redisServers ?? places.redisUrl,
  filesDir: places.filesDir,
  pepper: PEPPER,
  host: '127.0.0.1',
  port: 0,
  processes: 1,
  maxConnections: 10_000,
  proxies: 0,
  drawingThread,
  checkingThread,
});

export const workerSettings = (places: Places & { simulatorUrl: string }): WorkerSettings => ({
  databaseUrl: programUrl(places.databaseUrl, 'worker'),
  redisServers: places.redisServers ?? places.redisUrl,
  filesDir: places.filesDir,
  simulatorUrl: places.simulatorUrl,
  allowPrivate: ['127.0.0.0/8', '::1'],
  secretKeys: SECRET_KEYS,
  lanes: ['emit', 'bulk', 'print'],
  emitConcurrency: 8,
  printConcurrency: 1,
  healthPort: 0,
  healthHost: '127.0.0.1',
});

/** A log that is silent unless LOG_LEVEL is set. */
export function testLog(name: string): Logger {
  const log = createLogger(name, { level: process.env.LOG_LEVEL ?? 'info' });
  log.silent = process.env.LOG_LEVEL === undefined;
  return log;
}
