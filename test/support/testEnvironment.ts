/**
 * A worker in this process, the simulator as its authority, and a database and a Redis of their
 * own.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDb, type Db, openDocument, putCdrSigner, type StoredDocument } from '@rafaga/db';
import type { Kind } from '@rafaga/fiscal';
import { readCdrSigner } from '@rafaga/operations/cdr';
import { createEmissionQueue } from '@rafaga/queue';
import { createLogger, type Logger } from '@rafaga/runtime';
import { startSimulator } from '@rafaga/simulator';
import {
  type RunningWorker,
  startWorker,
  type WorkerHooks,
  type WorkerSettings,
} from '@rafaga/worker';
import { issue, MASTER_KEY, type Sender } from './senders.js';
import { ownServers } from './servers.js';
import { waitFor } from './waitFor.js';

export interface TestEnvironment {
  db: Db;
  databaseUrl: string;
  redisUrl: string;
  filesDir: string;
  simulatorUrl: string;
  /** What the simulator has received of sendBill for a document, oldest first. */
  received(name: string): Promise<Receipt[]>;
  /** Tells the simulator something: its control API. */
  tell(path: string, body: object): Promise<void>;
  /** A document, enqueued as the API does it. */
  issue(sender: Sender, kind: Kind, client?: string): Promise<number>;
  /** Another worker; all are stopped with the test environment. */
  work(hooks?: WorkerHooks, change?: Partial<WorkerSettings>, log?: Logger): Promise<RunningWorker>;
  /**
   * Waits until the condition holds for the document, looking again and again; fails after a
   * minute, or when patience ends.
   */
  until(id: number, holds: (document: StoredDocument) => boolean): Promise<StoredDocument>;
  /** The same of many at once: each settled or in review, in the order asked. */
  ends(ids: number[]): Promise<StoredDocument[]>;
  stop(): Promise<void>;
}

export interface Receipt {
  service: string;
  document: string | null;
  sha256: string | null;
  outcome: string;
  code: string | null;
  registered: boolean;
}

/** Short, but long enough for a strict simulator on a busy machine. */
const TIMEOUTS = {
  lookup: 2_000,
  connect: 2_000,
  secureConnect: 2_000,
  send: 2_000,
  response: 1_200,
  request: 1_500,
};
const PATIENCE_MS = 60_000;

/** For those who must not be hurried by a busy machine. */
export const PATIENT = {
  patienceMs: 150_000,
  timeouts: Object.fromEntries(
    Object.keys(TIMEOUTS).map((name) => [name, 20_000]),
  ) as typeof TIMEOUTS,
};

export async function startEnvironment({
  patienceMs = PATIENCE_MS,
  timeouts = TIMEOUTS,
} = {}): Promise<TestEnvironment> {
  const servers = await ownServers();
  const folder = await mkdtemp(path.join(tmpdir(), 'rafaga-exchange-'));
  const simulator = await startSimulator({
    host: '127.0.0.1',
    port: 0,
    folder: path.join(folder, 'simulator'),
    strict: true,
  });
  const db = createDb(servers.databaseUrl, { max: 4 });
  await registerSigner(db, simulator.url);
  const filesDir = path.join(folder, 'files');
  const emissionQueue = createEmissionQueue(servers.redisUrl);
  const workers: RunningWorker[] = [];
  return {
    db,
    databaseUrl: servers.databaseUrl,
    redisUrl: servers.redisUrl,
    filesDir,
    simulatorUrl: simulator.url,
    async received(name) {
      const answer = await fetch(`${simulator.url}/control/ledger?documento=${name}`);
      return ((await answer.json()) as Receipt[]).filter(({ service }) => service === 'sendBill');
    },
    async tell(to, body) {
      const options = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      };
      const answer = await fetch(`${simulator.url}/control/${to}`, options);
      if (!answer.ok) throw new Error(await answer.text());
    },
    async issue(sender, kind, client) {
      const id = await issue(db, sender, kind, client);
      // without Redis, or before it is connected, the sweep enqueues it
      await emissionQueue.enqueue([{ documentId: id, dispatches: 1 }]).catch(() => undefined);
      return id;
    },
    async work(hooks = {}, change = {}, log = aLog()) {
      const settings: WorkerSettings = {
        databaseUrl: servers.databaseUrl,
        redisUrl: servers.redisUrl,
        filesDir,
        masterKey: MASTER_KEY,
        simulatorUrl: simulator.url,
        queues: ['emit', 'print'],
        emitConcurrency: 8,
        printConcurrency: 1,
        healthPort: 0,
        healthHost: '127.0.0.1',
        ...change,
      };
      const worker = await startWorker(settings, log, { pace: 0.02, timeouts, ...hooks });
      workers.push(worker);
      return worker;
    },
    async until(id, holds) {
      let outcome: unknown;
      return waitFor(
        () => `document ${id} to get there: ${JSON.stringify(outcome)}`,
        async () => {
          const document = await openDocument(db, id);
          outcome = document?.outcome;
          return document && holds(document) && document;
        },
        { withinMs: patienceMs },
      );
    },
    async ends(ids) {
      const open = `SELECT 1 FROM emissions WHERE document_id = ANY($1) AND stage <> 'review' LIMIT 1`;
      await waitFor(
        `${ids.length} documents to be settled or in review`,
        async () => (await db.pool.query(open, [ids])).rowCount === 0,
        { withinMs: patienceMs, everyMs: 50 },
      );
      return Promise.all(ids.map(async (id) => (await openDocument(db, id)) as StoredDocument));
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await emissionQueue.close();
      await simulator.stop();
      await db.close();
      await servers.drop();
      await rm(folder, { recursive: true });
    },
  };
}

/** What the simulator signs its CDRs with, as an operator registers it. */
async function registerSigner(db: Db, simulatorUrl: string): Promise<void> {
  const pem = await (await fetch(`${simulatorUrl}/control/certificado`)).arrayBuffer();
  const given = {
    ...readCdrSigner(Buffer.from(pem)),
    authority: 'simulator',
    source: 'el simulador de la prueba',
  };
  await putCdrSigner(db, { actor: 'test' }, given);
}

function aLog(): Logger {
  const log = createLogger('worker', { level: process.env.LOG_LEVEL ?? 'info' });
  log.silent = process.env.LOG_LEVEL === undefined;
  return log;
}

export const settled = ({ outcome }: StoredDocument) => outcome?.state != null;
export const inReview = ({ reference }: StoredDocument) => reference.state === 'review';
