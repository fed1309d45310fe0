/** The query by which KEDA scales workers, replayed against the burst of an opening. */
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { aSender } from '../support/senders.js';
import { type OwnServers, ownServers } from '../support/servers.js';
import { manifestsOf } from './manifests.js';

const [worker] = manifestsOf(
  path.resolve(import.meta.dirname, '../../docker/kubernetes/base'),
).filter(({ kind, metadata }) => kind === 'ScaledObject' && metadata.name === 'worker');
const { query = '' } = worker?.spec.triggers?.[0]?.metadata ?? {};

let servers: OwnServers;
let db: TestDb;
let businessId: number;
beforeAll(async () => {
  servers = await ownServers();
  db = createTestDb(servers.databaseUrl, { max: 1 });
  ({ id: businessId } = await aSender(db));
  // emissions alone, without their documents
  await db.pool.query('DROP TRIGGER emissions_document_exists ON emissions');
});
afterAll(async () => {
  await db.close();
  await servers.drop();
});

/** Replaces what is pending: groups of documents that have waited for some seconds. */
async function pending(groups: readonly { count: number; age: number }[], change = '') {
  await db.pool.query('DELETE FROM emissions');
  let first = 1;
  for (const { count, age } of groups) {
    await db.pool.query(
      `INSERT INTO emissions (document_id, business_id, destination, deadline, created_at)
        SELECT n, $1, 'simulator', now()::date + 5, now() - make_interval(secs => $4)
        FROM generate_series($2::int, $3::int) AS n`,
      [businessId, first, first + count - 1, age],
    );
    first += count;
  }
  if (change) await db.pool.query(`UPDATE emissions SET ${change}`);
}

async function replicas(): Promise<number> {
  const { rows } = await db.pool.query<Record<string, unknown>>(query);
  return Number(Object.values(rows[0] ?? {})[0]);
}

test('without work it asks for no worker, and never for a null', async () => {
  await pending([]);
  expect(await replicas()).toBe(0);
});

test('what no worker could send asks for none', async () => {
  const many = [{ count: 9_000, age: 600 }];
  for (const change of [
    `stage = 'review', review_reason = 'missing'`,
    `not_before = now() + interval '1 hour'`,
    `retry_class = 'unreachable'`,
  ]) {
    await pending(many, change);
    expect({ change, replicas: await replicas() }).toEqual({ change, replicas: 0 });
  }
  await pending(many);
  await db.pool.query(`UPDATE businesses SET paused_until = now() + interval '1 hour'`);
  expect(await replicas()).toBe(0);
  await db.pool.query('UPDATE businesses SET paused_until = NULL');
  await db.pool.query(`INSERT INTO queue_pauses (queue) VALUES ('emit')`);
  expect(await replicas()).toBe(0);
  await db.pool.query('DELETE FROM queue_pauses');
  await db.pool.query(`INSERT INTO restorations (begun_by) VALUES ('test')`);
  expect(await replicas()).toBe(0);
  await db.pool.query('DELETE FROM restorations');
  expect(await replicas()).toBeGreaterThan(1);
});

test('a wait that has ended counts from its end', async () => {
  await pending([{ count: 10, age: 7_200 }], `not_before = now() - interval '10 seconds'`);
  expect(await replicas()).toBe(1);
});

/** Documents that a worker settles in the fifteen seconds between two polls. */
const SETTLED = 280 * 15;
const POLL_S = 15;

test('an opening of 40,000 sales scales up, drains, and scales down', async () => {
  const arrivals = [600, 12_000, 16_000, 9_000, 2_000, 400, 0, 0, 0];
  const curve: number[] = [];
  let queue: { count: number; age: number }[] = [];
  // a pod that was asked for works after the next poll
  let [working, started] = [1, 1];
  for (const count of arrivals) {
    queue = drain(
      queue.map((group) => ({ ...group, age: group.age + POLL_S })),
      working * SETTLED,
    );
    if (count > 0) queue.push({ count, age: 0.5 });
    await pending(queue);
    const wanted = await replicas();
    curve.push(wanted);
    working = started;
    // as the behaviour of the manifest: ten more at a time, and down slowly
    started = Math.max(1, Math.min(wanted, started + 10), Math.floor(started / 2));
  }
  expect(curve).toEqual([1, 4, 8, 6, 1, 1, 0, 0, 0]);
  expect(queue).toEqual([]);
});

/** Settles the oldest first. */
function drain(queue: readonly { count: number; age: number }[], settled: number) {
  let left = settled;
  return queue.flatMap((group) => {
    const taken = Math.min(left, group.count);
    left -= taken;
    return taken === group.count ? [] : [{ ...group, count: group.count - taken }];
  });
}

test('an age alone asks for more, up to the most that the manifest allows', async () => {
  await pending([{ count: 5, age: 95 }]);
  expect(await replicas()).toBe(4);
  await pending([{ count: 5, age: 36_000 }]);
  expect(await replicas()).toBe(worker?.spec.maxReplicaCount);
});
