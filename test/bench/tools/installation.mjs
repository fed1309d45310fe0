/**
 * Starts a simulated authority, an API, a worker and a panel on the servers of the bench, in this
 * process, with the keys of one installation.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApi } from '@rafaga/api/start';
import { startPanel } from '@rafaga/panel';
import { createLogger } from '@rafaga/runtime';
import { startSimulator } from '@rafaga/simulator';
import { startWorker } from '@rafaga/worker';
import { programUrl } from '../../../packages/migrate/privileges/roles.mjs';

const ADDRESS = { host: '127.0.0.1', port: 0 };
const PEPPER = Buffer.alloc(32, 7);
/** Of the programs that open what businesses keep sealed. */
const SEALED = {
  allowPrivate: ['127.0.0.0/8', '::1'],
  secretKeys: { master: [Buffer.alloc(32, 3)] },
};
const API = { ...ADDRESS, pepper: PEPPER, processes: 1, maxConnections: 10_000, proxies: 0 };
const WORKER = {
  ...SEALED,
  lanes: ['emit', 'bulk', 'print'],
  emitConcurrency: 8,
  printConcurrency: 1,
  healthPort: 0,
  healthHost: '127.0.0.1',
};
const PANEL = {
  ...ADDRESS,
  ...SEALED,
  pepper: PEPPER,
  url: '',
  secondFactor: 'optional',
  proxies: 0,
  maxConnections: 1_000,
  production: false,
};

export async function startInstallation(databaseUrl) {
  const folder = mkdtempSync(path.join(tmpdir(), 'rafaga-bench-'));
  const log = (name) => createLogger(name, { level: 'error' });
  const shared = (name) => ({
    databaseUrl: programUrl(databaseUrl, name),
    redisServers: process.env.REDIS_URL,
    filesDir: path.join(folder, 'files'),
  });
  const simulator = await startSimulator({
    ...ADDRESS,
    strict: true,
    folder: path.join(folder, 'simulator'),
  });
  const simulatorUrl = simulator.url;
  const api = await startApi({ ...shared('api'), ...API }, log('api'));
  const worker = await startWorker({ ...shared('worker'), ...WORKER, simulatorUrl }, log('worker'));
  const apiUrl = `http://127.0.0.1:${api.port}`;
  const panel = await startPanel(
    { ...shared('panel'), ...PANEL, simulatorUrl, apiUrl },
    log('panel'),
  );
  return {
    panelUrl: `http://127.0.0.1:${panel.port}`,
    apiUrl: `${apiUrl}/v1`,
    async stop() {
      await Promise.all([panel.stop(), worker.stop(), api.stop()]);
      await simulator.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
