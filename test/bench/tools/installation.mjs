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

export async function startInstallation(databaseUrl) {
  const folder = mkdtempSync(path.join(tmpdir(), 'rafaga-bench-'));
  const log = (name) => createLogger(name, { level: 'error' });
  const simulator = await startSimulator({
    host: '127.0.0.1',
    port: 0,
    strict: true,
    folder: path.join(folder, 'simulator'),
  });
  const pepper = Buffer.alloc(32, 7);
  const secretKeys = { master: [Buffer.alloc(32, 3)] };
  const shared = (name) => ({
    databaseUrl: programUrl(databaseUrl, name),
    redisServers: process.env.REDIS_URL,
    filesDir: path.join(folder, 'files'),
  });
  const address = { host: '127.0.0.1', port: 0 };
  const allowPrivate = ['127.0.0.0/8', '::1'];
  const api = await startApi(
    { ...shared('api'), ...address, pepper, processes: 1, maxConnections: 10_000, proxies: 0 },
    log('api'),
  );
  const worker = await startWorker(
    {
      ...shared('worker'),
      simulatorUrl: simulator.url,
      allowPrivate,
      secretKeys,
      lanes: ['emit', 'bulk', 'print'],
      emitConcurrency: 8,
      printConcurrency: 1,
      healthPort: 0,
      healthHost: '127.0.0.1',
    },
    log('worker'),
  );
  const panel = await startPanel(
    {
      ...shared('panel'),
      ...address,
      pepper,
      secretKeys,
      allowPrivate,
      simulatorUrl: simulator.url,
      url: '',
      apiUrl: `http://127.0.0.1:${api.port}`,
      secondFactor: 'optional',
      proxies: 0,
      maxConnections: 1_000,
      production: false,
    },
    log('panel'),
  );
  return {
    panelUrl: `http://127.0.0.1:${panel.port}`,
    apiUrl: `http://127.0.0.1:${api.port}/v1`,
    async stop() {
      await Promise.all([panel.stop(), worker.stop(), api.stop()]);
      await simulator.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
