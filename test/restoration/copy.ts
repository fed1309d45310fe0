/**
 * An API over a database and files of a test's own, and copies of that database: backups, put back
 * later.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApi } from '@rafaga/api/start';
import { addCredential, createDb, type Db } from '@rafaga/db';
import { createLogger } from '@rafaga/runtime';
import { hashSecret, newCredential } from '@rafaga/secrets';
import { startSimulator } from '@rafaga/simulator';
import { type RunningWorker, startWorker } from '@rafaga/worker';
import pg from 'pg';
import { type Calls, callsTo, PEPPER } from '../support/api.js';
import { aSender, MASTER_KEY, type Sender } from '../support/senders.js';
import { ownServers } from '../support/servers.js';

/** Threads run what was built, the rest of a test runs the sources. */
const drawingThread = new URL('../../apps/api/dist/drawing/thread.js', import.meta.url);

export interface Tenant extends Sender {
  credentials: Record<string, string>;
}

export interface Installation {
  /** The database that is in use. */
  databaseUrl: string;
  redisUrl: string;
  /** RAFAGA_HOME. */
  home: string;
  filesDir: string;
  simulatorUrl: string;
  tenant: Tenant;
  /** For tests that look for themselves. */
  db(): Db;
  api(): Promise<Calls & { stop(): Promise<void> }>;
  worker(): Promise<RunningWorker>;
  /** Stops every program, and copies the database. */
  backup(): Promise<string>;
  /** Stops every program, and puts a copy in the place of the database. */
  restore(copy: string): Promise<void>;
  stop(): Promise<void>;
}

export async function anInstallation(): Promise<Installation> {
  const servers = await ownServers();
  const folder = await mkdtemp(path.join(tmpdir(), 'rafaga-restoration-'));
  const simulator = await startSimulator({
    ...{ host: '127.0.0.1', port: 0, strict: true },
    folder: path.join(folder, 'simulator'),
  });
  const running = new Set<() => Promise<void>>();
  const copies: string[] = [];
  const stopAll = async () => {
    for (const stop of running) await stop();
    running.clear();
  };
  const stoppable = (stop: () => Promise<void>) => {
    const once = async () => {
      if (running.delete(once)) await stop();
    };
    running.add(once);
    return once;
  };
  const own: Installation = {
    databaseUrl: servers.databaseUrl,
    redisUrl: servers.redisUrl,
    home: folder,
    filesDir: path.join(folder, 'files'),
    simulatorUrl: simulator.url,
    tenant: undefined as unknown as Tenant,
    db() {
      const db = createDb(own.databaseUrl, { max: 2 });
      stoppable(() => db.close());
      return db;
    },
    async api() {
      const { databaseUrl, redisUrl, filesDir } = own;
      const settings = {
        pepper: PEPPER,
        host: '127.0.0.1',
        port: 0,
        processes: 1,
        proxies: 0,
        drawingThread,
      };
      const api = await startApi({ databaseUrl, redisUrl, filesDir, ...settings }, aLog('api'));
      return { ...callsTo(api.port), stop: stoppable(api.stop) };
    },
    async worker() {
      const { databaseUrl, redisUrl, filesDir, simulatorUrl } = own;
      const places = { databaseUrl, redisUrl, filesDir, simulatorUrl, masterKey: MASTER_KEY };
      const health = { healthPort: 0, healthHost: '127.0.0.1' };
      const work = { queues: ['emit'] as const, emitConcurrency: 8, printConcurrency: 1 };
      const worker = await startWorker({ ...places, ...health, ...work }, aLog('worker'), {
        pace: 0.02,
      });
      return { ...worker, stop: stoppable(worker.stop) };
    },
    async backup() {
      await stopAll();
      const copy = await copied(own.databaseUrl);
      copies.push(copy);
      return copy;
    },
    async restore(copy) {
      await stopAll();
      own.databaseUrl = await copied(copy);
      copies.push(own.databaseUrl);
    },
    async stop() {
      await stopAll();
      await simulator.stop();
      for (const copy of copies)
        await asOwner(copy, (name) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await servers.drop();
      await rm(folder, { recursive: true });
    },
  };
  const db = own.db();
  own.tenant = await createTenant(db);
  return own;
}

/** A business that can issue and send, with a key for its tills. */
async function createTenant(db: Db): Promise<Tenant> {
  const sender = await aSender(db, { ratePerMinute: 1_000_000 });
  const { apiKey, apiSecret } = newCredential();
  const secretHash = hashSecret(apiSecret, PEPPER);
  await addCredential(
    db,
    { actor: 'test' },
    { businessId: sender.id, name: 'caja', apiKey, secretHash },
  );
  return { ...sender, credentials: { 'X-Api-Key': apiKey, 'X-Api-Secret': apiSecret } };
}

async function copied(url: string): Promise<string> {
  const copy = new URL(url);
  copy.pathname = `/test_${randomUUID().replaceAll('-', '')}`;
  await asOwner(
    copy.href,
    (name) => `CREATE DATABASE ${name} TEMPLATE ${new URL(url).pathname.slice(1)}`,
  );
  return copy.href;
}

async function asOwner(url: string, sql: (name: string) => string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL as string });
  await client.connect();
  try {
    await client.query(sql(new URL(url).pathname.slice(1)));
  } finally {
    await client.end();
  }
}

function aLog(name: string) {
  const log = createLogger(name, { level: process.env.LOG_LEVEL ?? 'info' });
  log.silent = process.env.LOG_LEVEL === undefined;
  return log;
}
