/**
 * The worker as it runs in production: one process for businesses that issue few documents, which
 * starts another one for those that issue many.
 */
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createEmissionQueue, createRedis, type Dispatch, LANES, prefixOf } from '@rafaga/queue';
import { createDispatcher } from '../../apps/worker/src/queues/dispatcher.js';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { aCredential } from '../support/business.js';
import { childPids } from '../support/childPids.js';
import { type Program, startNode } from '../support/program.js';
import { programOf } from '../support/programs.mjs';
import { aSender, issueMany, makeDue, type Sender } from '../support/senders.js';
import { MASTER_KEY, testLog } from '../support/settings.js';
import { createTenant } from '../support/tenant.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

let environment: TestEnvironment;
let queue: ReturnType<typeof createEmissionQueue>;
let small: Sender;
let connection: ReturnType<typeof createRedis>;
const programs: Program[] = [];
beforeAll(async () => {
  environment = await startEnvironment();
  queue = createEmissionQueue(environment.redisUrl);
  connection = createRedis(environment.redisUrl, 'blocking');
  small = await aSender(environment.db);
});
afterAll(async () => {
  await Promise.all(programs.map(({ end }) => end('SIGKILL')));
  await queue.close();
  connection.disconnect();
  await environment.stop();
});

interface Worker extends Program {
  bulkPid: number;
  page(): Promise<string>;
  health(): Promise<string>;
}

async function startedWorker(): Promise<Worker> {
  const { databaseUrl, redisUrl, filesDir, simulatorUrl } = environment;
  const program = startNode(programOf('worker'), {
    ...process.env,
    DATABASE_URL: programUrl(databaseUrl, 'worker'),
    REDIS_URL: redisUrl,
    RAFAGA_HOME: path.dirname(filesDir),
    RAFAGA_SIMULATOR_URL: simulatorUrl,
    RAFAGA_ALLOW_PRIVATE: '127.0.0.0/8',
    RAFAGA_MASTER_KEY: MASTER_KEY.toString('base64'),
    LOG_LEVEL: 'error',
  });
  programs.push(program);
  const { healthPort } = await program.message<{ healthPort: number }>();
  const [bulkPid] = childPids(program.child.pid) as [number];
  const at = async (name: string) => (await fetch(`http://127.0.0.1:${healthPort}/${name}`)).text();
  const [page, health] = [() => at('metrics'), () => at('healthz')];
  return { ...program, bulkPid, page, health };
}

let shared: Promise<Worker> | undefined;
/** Of the last tests: it would take the documents of the first ones. */
const sharedWorker = () => (shared ??= startedWorker());

/** Documents that each process has settled. */
async function settledBy({ page }: Worker) {
  const sums = { few: 0, many: 0 };
  for (const [, labels, count] of (await page()).matchAll(
    /^rafaga_documents_settled_total\{(.*)\} (\d+)$/gm,
  ))
    sums[labels?.includes('process="bulk"') ? 'many' : 'few'] += Number(count);
  return sums;
}

async function since(before: { few: number; many: number }, worker: Worker) {
  const { few, many } = await settledBy(worker);
  return { few: few - before.few, many: many - before.many };
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a business takes the lane of many with more than thirty documents at once', async () => {
  const tenant = await createTenant(environment.db);
  const { boleta } = await environment.api();
  let calls = 0;
  const sold = async () => {
    calls += 1;
    return laneOf((await boleta(tenant.credentials)).json.datos.id);
  };
  let lane: string | undefined;
  while (!lane) lane = await sold();
  expect(lane).toBe('emit');
  // documents of some seconds ago count less
  while (calls < 300 && (await sold()) !== 'bulk');
  expect(calls).toBeGreaterThan(30);
  expect(calls).toBeLessThan(300);
  await environment.db.pool.query('DELETE FROM emissions');
});

test('a business with many credentials takes the lane of many too', async () => {
  const tenant = await createTenant(environment.db);
  const others = await Promise.all(
    Array.from({ length: 9 }, () => aCredential(environment.db, tenant.id)),
  );
  const tills = [tenant, ...others].map(({ credentials }) => credentials);
  const { boleta } = await environment.api();
  const sold = async (till: Record<string, string>) => laneOf((await boleta(till)).json.datos.id);
  const lanes = new Set<string | undefined>();
  for (let round = 0; round < 30 && !lanes.has('bulk'); round++)
    for (const till of tills) lanes.add(await sold(till));
  lanes.delete(undefined);
  expect(lanes).toEqual(new Set(['emit', 'bulk']));
  await environment.db.pool.query('DELETE FROM emissions');
});

/** The lane that has the job of a document; none where Redis took more than 100 ms for it. */
const laneOf = (id: number): Promise<string | undefined> =>
  waitFor(
    'the job',
    async () => {
      for (const lane of LANES.emit)
        if (await connection.exists(`${prefixOf('emit')}:${lane}:d-${id}-1`)) return lane;
      return undefined;
    },
    { withinMs: 2_000 },
  ).catch(() => undefined);

/** The documents and lanes that a round of the sweep enqueues beside so many jobs. */
async function roundBeside(waiting: { emit: number; bulk: number }): Promise<Dispatch[]> {
  const enqueued: Dispatch[] = [];
  const { enqueue } = createDispatcher({
    db: environment.db,
    emissionQueue: {
      enqueue: async (items) => enqueued.push(...items),
      close: async () => undefined,
    },
    depth: {
      paused: async () => false,
      state: async () => ({ waiting, startedAnew: false }),
      endStart: async () => undefined,
    },
    setPaused: async () => undefined,
    window: 64,
    down: () => [],
    limit: undefined,
    log: testLog('worker'),
  });
  await enqueue();
  return enqueued;
}

test('the sweep enqueues a document of few while the lane of many is full', async () => {
  const [chain, small] = [await aSender(environment.db), await aSender(environment.db)];
  const ofChain = await issueMany(environment.db, chain, 'boleta', Array(20).fill('10000001'));
  const ofSmall = await issueMany(environment.db, small, 'boleta', ['10000001']);
  await makeDue(environment.db, [...ofChain, ...ofSmall]);
  expect(await roundBeside({ emit: 64, bulk: 64 })).toEqual([]);
  expect(await roundBeside({ emit: 0, bulk: 64 })).toMatchObject([
    { documentId: ofSmall[0], lane: 'emit' },
  ]);
  const rest = await roundBeside({ emit: 0, bulk: 0 });
  expect(rest.map(({ lane }) => lane)).toEqual(ofChain.map(() => 'bulk'));
  await environment.db.pool.query('DELETE FROM emissions');
});

test('documents of a business with many are settled by the second process', async () => {
  const worker = await sharedWorker();
  const chain = await aSender(environment.db);
  const enqueued = ({ id: businessId }: Sender, ids: number[], lane: 'emit' | 'bulk') =>
    waitFor('the queue', () =>
      queue
        .enqueue(ids.map((documentId) => ({ documentId, businessId, dispatches: 1, lane })))
        .then(
          () => true,
          () => false,
        ),
    );
  const issued = async (sender: Sender, count: number, lane: 'emit' | 'bulk') => {
    const clients = Array<string>(count).fill('10000001');
    const ids = await issueMany(environment.db, sender, 'boleta', clients);
    await enqueued(sender, ids, lane);
    return ids;
  };
  // it begins to take documents later than the first one
  await waitFor('the second process to settle a document', async () => {
    await environment.untilEnded(await issued(chain, 1, 'bulk'));
    return (await settledBy(worker)).many > 0;
  });
  const before = await settledBy(worker);
  const [ofSmall, ofChain] = [await issued(small, 3, 'emit'), await issued(chain, 30, 'bulk')];
  await environment.untilEnded([...ofChain, ...ofSmall]);
  const { few, many } = await waitFor('both counts', async () => {
    const sums = await since(before, worker);
    return sums.few + sums.many === 33 && sums;
  });
  // on a busy machine the sweep finds documents that have waited, and gives them to the first one
  expect(few).toBeGreaterThanOrEqual(3);
  expect(many).toBeGreaterThan(few);
});

test('the sweep gives the second process a business that has many due', async () => {
  const worker = await sharedWorker();
  const before = await settledBy(worker);
  const chain = await aSender(environment.db);
  const clients = Array(60).fill('10000001');
  const ids = await issueMany(environment.db, chain, 'boleta', clients);
  await makeDue(environment.db, ids);
  await environment.untilEnded(ids);
  await waitFor('the counts', async () => {
    const { few, many } = await since(before, worker);
    return few + many === 60 && many > few;
  });
});

test('a worker is ill while its second process does not answer, and ends with it', async () => {
  const worker = await sharedWorker();
  process.kill(worker.bulkPid, 'SIGSTOP');
  await waitFor('the first process to notice', async () =>
    (await worker.health()).includes('envíos masivos'),
  );
  process.kill(worker.bulkPid, 'SIGCONT');
  await waitFor('its recovery', async () => (await worker.health()).includes('bien'));
  expect(await worker.end('SIGTERM')).toBe(0);
  expect(isRunning(worker.bulkPid)).toBe(false);
});

test('neither process goes on without the other', async () => {
  const first = await startedWorker();
  process.kill(first.bulkPid, 'SIGKILL');
  expect(await first.ended).toBe(1);
  const second = await startedWorker();
  expect(await second.end('SIGKILL')).toBe('SIGKILL');
  await waitFor('the second process to end', () => !isRunning(second.bulkPid));
});
