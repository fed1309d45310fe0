/**
 * A database, a Redis and a simulated authority of a test's own, and on them as many workers, an
 * API and a panel as the test asks for, all in this process.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApi } from '@rafaga/api/start';
import { openDocument, putCdrSigner, type StoredDocument } from '@rafaga/db';
import type { Kind } from '@rafaga/fiscal';
import { readCdrSigner } from '@rafaga/operations/cdr';
import { createEmissionQueue } from '@rafaga/queue';
import type { Logger } from '@rafaga/runtime';
import { startSimulator } from '@rafaga/simulator';
import {
  type RunningWorker,
  startWorker,
  type WorkerHooks,
  type WorkerSettings,
} from '@rafaga/worker';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { type Calls, callsTo } from './api.js';
import { startTestPanel, type TestPanel } from './panel.js';
import { issue, type Sender } from './senders.js';
import { ownServers } from './servers.js';
import { apiSettings, MASTER_KEY, PEPPER, testLog, workerSettings } from './settings.js';
import { waitFor } from './waitFor.js';

export interface TestEnvironment {
  db: TestDb;
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
  /** Another worker; every program is stopped with the test environment. */
  work(hooks?: WorkerHooks, change?: Partial<WorkerSettings>, log?: Logger): Promise<RunningWorker>;
  /** An API on the same data, and the calls to it. */
  api(): Promise<Calls>;
  /** A panel on the same data, which demands a second factor. */
  panel(): Promise<TestPanel>;
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

/** Bounds that a busy machine does not reach. */
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
  const db = createTestDb(servers.databaseUrl, { max: 4 });
  await registerSigner(db, simulator.url);
  const filesDir = path.join(folder, 'files');
  const emissionQueue = createEmissionQueue(servers.redisUrl);
  /** Stopped before what they run on. */
  const running: { stop(): Promise<unknown> }[] = [];
  const environment: TestEnvironment = {
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
    async work(hooks = {}, change = {}, log = testLog('worker')) {
      const settings = { ...workerSettings(environment), ...change };
      const worker = await startWorker(settings, log, { pace: 0.02, timeouts, ...hooks });
      running.push(worker);
      return worker;
    },
    async api() {
      const api = await startApi(apiSettings(environment), testLog('api'));
      running.push(api);
      return callsTo(api.port);
    },
    async panel() {
      const { databaseUrl, redisUrl, filesDir, simulatorUrl } = environment;
      const panel = await startTestPanel({
        ...{ databaseUrl, redisUrl, filesDir, simulatorUrl },
        ...{ masterKey: MASTER_KEY, pepper: PEPPER, secondFactor: 'required' },
      });
      running.push(panel);
      return panel;
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
      const open = `SELECT 1 FROM emissions
         WHERE document_id = ANY($1) AND stage <> 'review' LIMIT 1`;
      await waitFor(
        `${ids.length} documents to be settled or in review`,
        async () => (await db.pool.query(open, [ids])).rowCount === 0,
        { withinMs: patienceMs, everyMs: 50 },
      );
      return Promise.all(ids.map(async (id) => (await openDocument(db, id)) as StoredDocument));
    },
    async stop() {
      await Promise.all(running.map((program) => program.stop()));
      await emissionQueue.close();
      await simulator.stop();
      await db.close();
      await servers.drop();
      await rm(folder, { recursive: true });
    },
  };
  return environment;
}

/** What the simulator signs its CDRs with, as an operator registers it. */
async function registerSigner(db: TestDb, simulatorUrl: string): Promise<void> {
  const pem = await (await fetch(`${simulatorUrl}/control/certificado`)).arrayBuffer();
  const given = {
    ...readCdrSigner(Buffer.from(pem)),
    authority: 'simulator',
    source: 'el simulador de la prueba',
  };
  await putCdrSigner(db, { actor: 'test' }, given);
}

export const settled = ({ outcome }: StoredDocument) => outcome?.state != null;
export const inReview = ({ reference }: StoredDocument) => reference.state === 'review';
