/** Tests that Redis may come back with data of an earlier time, of a backup or a replica. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pauseQueue, resumeQueue } from '@rafaga/db';
import { countQueues, setPaused } from '@rafaga/queue';
import { createDispatcher } from '../../apps/worker/src/queues/dispatcher.js';
import { testLog } from '../support/settings.js';
import { createTenant } from '../support/tenant.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';
import { type Installation, startInstallation } from './installation.js';
import { type RedisProcess, type RedisProcesses, redisProcesses } from './redisProcess.js';

const BY = { actor: 'ana', reason: 'prueba' };

let folder: string;
let processes: RedisProcesses;
let server: RedisProcess;
let url: string;
let environment: TestEnvironment;
let installation: Installation;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rafaga-old-data-'));
  [processes, environment] = await Promise.all([redisProcesses(), startEnvironment()]);
  server = await processes.server((port) => [`port ${port}`, `dir ${data()}`]);
  url = `redis://127.0.0.1:${server.port}`;
  installation = await startInstallation(environment, await createTenant(environment.db), url);
  await installation.takesJobs();
});
afterAll(async () => {
  await installation.stop();
  await environment.stop();
  await processes.stop();
  await rm(folder, { recursive: true });
});

const data = () => folder;
const copy = () => `${folder}-copy`;

/** Kills Redis, lets `change` change its files, and starts it again. */
async function restart(change: () => Promise<void>): Promise<void> {
  await server.end('SIGKILL');
  await change();
  server.start();
  await waitFor('Redis to answer', () => countQueues(url).catch(() => undefined));
}

test('neither its jobs of settled documents nor its pause that was ended count', async () => {
  const { db } = environment;
  await pauseQueue(db, BY, 'emit');
  await setPaused(url, 'emit', { paused: true });
  const before = await installation.sell(20);
  await restart(() => cp(data(), copy(), { recursive: true }));
  await resumeQueue(db, BY, 'emit');
  await setPaused(url, 'emit', { paused: false });
  await installation.allSentOnce(before);
  await restart(async () => {
    await rm(data(), { recursive: true });
    await cp(copy(), data(), { recursive: true });
    await rm(copy(), { recursive: true });
  });
  const after = await installation.sell(20);
  await installation.allSentOnce([...before, ...after]);
  expect(await countQueues(url)).toMatchObject({ emit: { paused: false, waiting: 0 } });
});

/** Resolves when a worker that finds Redis restarted has set the pauses there. */
async function foundRestarted(pause: typeof setPaused): Promise<void> {
  const { enqueue } = createDispatcher({
    db: environment.db,
    emissionQueue: { enqueue: async () => 0, close: async () => undefined },
    depth: {
      paused: async () => false,
      state: async () => ({ waiting: { emit: 0, bulk: 0 }, startedAnew: 'empty' }),
      endStart: async () => undefined,
    },
    setPaused: (queue, state) => pause(url, queue, state),
    window: 0,
    down: () => [],
    limit: undefined,
    log: testLog('worker'),
  });
  await enqueue();
}

test('a queue that a person resumes while a worker restores its pause is not paused', async () => {
  const { db } = environment;
  await pauseQueue(db, BY, 'emit');
  await foundRestarted(async (servers, queue, state) => {
    if (state.paused) await resumeQueue(db, BY, 'emit');
    await setPaused(servers, queue, state);
  });
  expect(await countQueues(url)).toMatchObject({ emit: { paused: false } });
});

test('a queue that a person pauses while a worker resumes it is paused', async () => {
  const { db } = environment;
  await pauseQueue(db, BY, 'print');
  let pausedSince = false;
  await foundRestarted(async (servers, queue, state) => {
    if (!pausedSince) await pauseQueue(db, BY, 'emit');
    pausedSince = true;
    await setPaused(servers, queue, state);
  });
  expect(await countQueues(url)).toMatchObject({ emit: { paused: true }, print: { paused: true } });
  for (const queue of ['emit', 'print'] as const) {
    await resumeQueue(db, BY, queue);
    await setPaused(url, queue, { paused: false });
  }
});
