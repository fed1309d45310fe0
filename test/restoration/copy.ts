/** An installation for a test: programs on a database that can be backed up and restored. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApi } from '@rafaga/api/start';
import { LANES } from '@rafaga/queue';
import { startSimulator } from '@rafaga/simulator';
import { type RunningWorker, startWorker } from '@rafaga/worker';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { type Calls, callsTo } from '../support/api.js';
import { copyDatabase, dropDatabase } from '../support/databases.js';
import { type OwnServers, ownServers } from '../support/servers.js';
import { apiSettings, testLog, workerSettings } from '../support/settings.js';
import { createTenant, type Tenant } from '../support/tenant.js';

export interface Installation {
  /** The current database. */
  databaseUrl: string;
  redisUrl: string;
  /** RAFAGA_HOME. */
  home: string;
  filesDir: string;
  simulatorUrl: string;
  tenant: Tenant;
  /** For tests that query it. */
  db(): TestDb;
  api(): Promise<Calls & { stop(): Promise<void> }>;
  worker(): Promise<RunningWorker>;
  /** Stops every program and copies the database. @returns the URL of the copy */
  backup(): Promise<string>;
  /** Stops every program and continues with a copy as the database. */
  restore(copy: string): Promise<void>;
  stop(): Promise<void>;
}

/** @param given servers of its own, in place of databases on the servers of the run */
export async function anInstallation(given?: OwnServers): Promise<Installation> {
  const servers = given ?? (await ownServers());
  const folder = await mkdtemp(path.join(tmpdir(), 'rafaga-restoration-'));
  const simulator = await simulatorIn(path.join(folder, 'simulator'));
  const { stoppable, stopAll } = createStops();
  const copies: string[] = [];
  const own: Installation = {
    databaseUrl: servers.databaseUrl,
    redisUrl: servers.redisUrl,
    home: folder,
    filesDir: path.join(folder, 'files'),
    simulatorUrl: simulator.url,
    tenant: undefined as unknown as Tenant,
    db() {
      const db = createTestDb(own.databaseUrl, { max: 2 });
      stoppable(() => db.close());
      return db;
    },
    async api() {
      const api = await startApi(apiSettings(own), testLog('api'));
      return { ...callsTo(api.port), stop: stoppable(api.stop) };
    },
    async worker() {
      const settings = { ...workerSettings(own), lanes: LANES.emit };
      const worker = await startWorker(settings, testLog('worker'), { pace: 0.02 });
      return { ...worker, stop: stoppable(worker.stop) };
    },
    async backup() {
      await stopAll();
      const copy = await copyDatabase(own.databaseUrl);
      copies.push(copy);
      return copy;
    },
    async restore(copy) {
      await stopAll();
      own.databaseUrl = await copyDatabase(copy);
      copies.push(own.databaseUrl);
    },
    async stop() {
      await stopAll();
      await simulator.stop();
      for (const copy of copies) await dropDatabase(copy);
      await servers.drop();
      await rm(folder, { recursive: true });
    },
  };
  const db = own.db();
  own.tenant = await createTenant(db);
  return own;
}

const simulatorIn = (folder: string) =>
  startSimulator({ host: '127.0.0.1', port: 0, strict: true, folder });

/** What is to be stopped: one by one, each once, or all that is left. */
function createStops() {
  const running = new Set<() => Promise<void>>();
  return {
    stoppable(stop: () => Promise<void>): () => Promise<void> {
      const once = async () => {
        if (running.delete(once)) await stop();
      };
      running.add(once);
      return once;
    },
    async stopAll(): Promise<void> {
      for (const stop of running) await stop();
      running.clear();
    },
  };
}
