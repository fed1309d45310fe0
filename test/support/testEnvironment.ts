/**
 * A test environment: a database, a Redis and a simulated authority for one test file, with the
 * workers, API and panel that the test starts in this process.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ApiConfig, startApi } from '@rafaga/api/start';
import { openDocument, putCdrSigner, type StoredDocument } from '@rafaga/db';
import type { Kind } from '@rafaga/fiscal';
import { readCdrSigner } from '@rafaga/operations/cdr';
import { createEmissionQueue } from '@rafaga/queue';
import type { Logger, RedisServers } from '@rafaga/runtime';
import { startSimulator } from '@rafaga/simulator';
import { startTracing } from '@rafaga/tracing';
import {
  type RunningWorker,
  startWorker,
  type WorkerHooks,
  type WorkerSettings,
} from '@rafaga/worker';
import { openSigner } from '../../apps/simulator/src/documents/signer.js';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { type Calls, callsTo } from './api.js';
import { oncePerRun } from './oncePerRun.js';
import { startTestPanel, type TestPanel } from './panel.js';
import { issue, issueMany, makeDue, type Sender } from './senders.js';
import { type OwnServers, ownServers } from './servers.js';
import {
  apiSettings,
  PEPPER,
  printThread,
  SECRET_KEYS,
  testLog,
  workerSettings,
} from './settings.js';
import { waitFor } from './waitFor.js';

export interface TestEnvironment {
  db: TestDb;
  databaseUrl: string;
  redisUrl: string;
  /** Where Redis is, when an address alone does not say it. */
  redisServers?: RedisServers;
  filesDir: string;
  simulatorUrl: string;
  /** The sendBill requests that the simulator received for a document, oldest first. */
  received(name: string): Promise<Receipt[]>;
  /** Calls the control API of the simulator. */
  controlSimulator(path: string, body: object): Promise<void>;
  /** Issues a document and enqueues it, as the API does. @returns its id */
  issue(sender: Sender, kind: Kind, client?: string): Promise<number>;
  /** Issues documents without their jobs: the next sweep enqueues them. @returns their ids */
  issueAll(sender: Sender, kind: Kind, clients: string[]): Promise<number[]>;
  /** Starts another worker; it is stopped with the test environment. */
  work(hooks?: WorkerHooks, change?: Partial<WorkerSettings>, log?: Logger): Promise<RunningWorker>;
  /** Starts an API on the same data. */
  api(change?: Partial<ApiConfig>): Promise<Calls>;
  /** Starts a panel on the same data, with a required second factor. */
  panel(): Promise<TestPanel>;
  /** Waits until the condition holds for the document; fails after 110 s. */
  until(id: number, holds: (document: StoredDocument) => boolean): Promise<StoredDocument>;
  /** Waits until each document is settled or in review. @returns them in the order of `ids` */
  untilEnded(ids: number[]): Promise<StoredDocument[]>;
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

/** How long a worker waits for the simulator: a timeout would change the result of a document. */
const ANSWER_WITHIN_MS = 20_000;
/** Shorter than Jest's limit for a test. */
const WITHIN_MS = 110_000;

export interface EnvironmentOptions {
  /** Shorter than the default, where the simulator does not answer. */
  answerWithinMs?: number;
  /** The default: a database and a Redis on the servers of the run. */
  servers?: OwnServers;
  /** The default: the address of the Redis of `servers`. */
  redisServers?: RedisServers;
  /** The variables by which API and workers are traced. */
  tracing?: Record<string, string>;
}

export async function startEnvironment(options: EnvironmentOptions = {}): Promise<TestEnvironment> {
  const { answerWithinMs = ANSWER_WITHIN_MS, tracing: traced = {} } = options;
  const servers = options.servers ?? (await ownServers());
  const folder = await mkdtemp(path.join(tmpdir(), 'rafaga-exchange-'));
  const ofSimulator = path.join(folder, 'simulator');
  await cp(await oncePerRun('signer', openSigner), ofSimulator, { recursive: true });
  const place = { host: '127.0.0.1', port: 0, folder: ofSimulator };
  const simulator = await startSimulator({ ...place, strict: true });
  const db = createTestDb(servers.databaseUrl, { max: 4 });
  await registerSigner(db, simulator.url);
  const emissionQueue = createEmissionQueue(options.redisServers ?? servers.redisUrl);
  const { databaseUrl, redisUrl } = servers;
  const places = {
    databaseUrl,
    redisUrl,
    simulatorUrl: simulator.url,
    ...(options.redisServers && { redisServers: options.redisServers }),
    filesDir: path.join(folder, 'files'),
  };
  /** Stopped before the simulator and the servers. */
  const running: Stoppable[] = [];
  return {
    db,
    ...places,
    ...controlOf(simulator.url),
    ...issuingTo(db, emissionQueue),
    ...startersAt(places, { answerWithinMs, traced }, running),
    ...waitsIn(db),
    async stop() {
      await Promise.all(running.map((program) => program.stop()));
      await emissionQueue.close();
      await simulator.stop();
      await db.close();
      await servers.drop();
      await rm(folder, { recursive: true });
    },
  };
}

type Stoppable = { stop(): Promise<unknown> };
type Places = Pick<
  TestEnvironment,
  'databaseUrl' | 'redisUrl' | 'redisServers' | 'filesDir' | 'simulatorUrl'
>;

const controlOf = (url: string): Pick<TestEnvironment, 'received' | 'controlSimulator'> => ({
  async received(name) {
    const answer = await fetch(`${url}/control/ledger?documento=${name}`);
    return ((await answer.json()) as Receipt[]).filter(({ service }) => service === 'sendBill');
  },
  async controlSimulator(to, body) {
    const answer = await fetch(`${url}/control/${to}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
  },
});

const issuingTo = (
  db: TestDb,
  emissionQueue: ReturnType<typeof createEmissionQueue>,
): Pick<TestEnvironment, 'issue' | 'issueAll'> => ({
  async issue(sender, kind, client) {
    const id = await issue(db, sender, kind, client);
    // without Redis, or before it is connected, the sweep enqueues it
    await emissionQueue
      .enqueue([{ documentId: id, businessId: sender.id, dispatches: 1 }])
      .catch(() => undefined);
    return id;
  },
  async issueAll(sender, kind, clients) {
    const ids = await issueMany(db, sender, kind, clients);
    await makeDue(db, ids);
    return ids;
  },
});

const startersAt = (
  places: Places,
  { answerWithinMs, traced }: { answerWithinMs: number; traced: Record<string, string> },
  running: Stoppable[],
): Pick<TestEnvironment, 'work' | 'api' | 'panel'> => ({
  async work(hooks = {}, change = {}, log = testLog('worker')) {
    const defaults = workerSettings({ ...places, ...change });
    const settings = { ...defaults, ...change, databaseUrl: defaults.databaseUrl };
    const tracing = await startTracing('worker', traced, log);
    const timeouts = timeoutsOf(answerWithinMs);
    const own = { pace: 0.02, timeouts, printThread };
    const worker = await startWorker(settings, log, { ...own, ...hooks }, tracing);
    running.push(inTurn(worker, tracing));
    return worker;
  },
  async api(change = {}) {
    const tracing = await startTracing('api', traced, testLog('api'));
    const settings = { ...apiSettings(places), ...change };
    const api = await startApi(settings, testLog('api'), tracing);
    running.push(inTurn(api, tracing));
    return callsTo(api.port);
  },
  async panel() {
    const { databaseUrl, redisUrl, filesDir, simulatorUrl } = places;
    const panel = await startTestPanel({
      databaseUrl,
      redisUrl,
      filesDir,
      simulatorUrl,
      secretKeys: SECRET_KEYS,
      pepper: PEPPER,
      secondFactor: 'required',
    });
    running.push(panel);
    return panel;
  },
});

const timeoutsOf = (answerWithinMs: number) => ({
  lookup: ANSWER_WITHIN_MS,
  connect: ANSWER_WITHIN_MS,
  secureConnect: ANSWER_WITHIN_MS,
  send: ANSWER_WITHIN_MS,
  response: answerWithinMs,
  request: answerWithinMs,
});

/** The last spans of a program are recorded while it stops. */
const inTurn = (program: Stoppable, tracing: Stoppable | undefined): Stoppable => ({
  async stop() {
    await program.stop();
    await tracing?.stop();
  },
});

const waitsIn = (db: TestDb): Pick<TestEnvironment, 'until' | 'untilEnded'> => ({
  async until(id, holds) {
    let outcome: unknown;
    return waitFor(
      () => `the state of document ${id}; now: ${JSON.stringify(outcome)}`,
      async () => {
        const document = await openDocument(db, id);
        outcome = document?.outcome;
        return document && holds(document) && document;
      },
      { withinMs: WITHIN_MS },
    );
  },
  async untilEnded(ids) {
    const open = `SELECT 1 FROM emissions
      WHERE document_id = ANY($1) AND stage <> 'review' LIMIT 1`;
    await waitFor(
      `${ids.length} documents to be settled or in review`,
      async () => (await db.pool.query(open, [ids])).rowCount === 0,
      { withinMs: WITHIN_MS },
    );
    return Promise.all(ids.map(async (id) => (await openDocument(db, id)) as StoredDocument));
  },
});

/** Registers the certificate with which the simulator signs its CDRs. */
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
