/** A worker with the keys of before a rotation says so; another one sends its documents. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findInquiry, requestInquiry } from '@rafaga/db';
import type { RunningWorker } from '@rafaga/worker';
import { aSender } from '../support/senders.js';
import { settled, startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startEnvironment();
});
afterAll(() => environment.stop());

/** A worker with a key that opens no secret; its waits are those of production. */
const workWithOldKeys = () =>
  environment.work({ pace: 1 }, { secretKeys: { master: [randomBytes(32)] } });

const reportsKeys = ({ health }: RunningWorker) =>
  health.degraded?.().some((text) => text.startsWith('claves: '));

interface Pending {
  attempts: number;
  error: string | null;
}

/** What is stored of a pending document, once no worker holds it. */
const released = (id: number) =>
  waitFor('the attempt to end', async () => {
    const { rows } = await environment.db.pool.query<Pending>(
      `SELECT attempts, last_error AS error FROM emissions
        WHERE document_id = $1 AND lease_owner IS NULL AND not_before IS NOT NULL`,
      [id],
    );
    return rows[0];
  });

test('attempts of a worker with old keys count for nothing, and another sends soon', async () => {
  const sender = await aSender(environment.db);
  const old = await workWithOldKeys();
  const id = await environment.issue(sender, 'boleta');
  for (let failed = 0; failed < 3; failed += 1) {
    expect(await released(id)).toEqual({
      attempts: 0,
      error: expect.stringContaining('con las claves de este procesador'),
    });
    await environment.db.pool.query('UPDATE emissions SET not_before = NULL, next_at = now()');
  }
  const right = await environment.work({ pace: 1 });
  expect((await environment.until(id, settled)).outcome).toMatchObject({ state: 'accepted' });
  await Promise.all([old.stop(), right.stop()]);
});

test('an inquiry that a worker with old keys takes is left to another', async () => {
  const sender = await aSender(environment.db);
  const earlier = await environment.work();
  const id = await environment.issue(sender, 'factura');
  await environment.until(id, settled);
  await earlier.stop();
  const old = await workWithOldKeys();
  await requestInquiry(environment.db, { actor: 'ana' }, { documentId: id, businessId: sender.id });
  await waitFor('the worker to report its keys', () => reportsKeys(old));
  const right = await environment.work();
  const result = await waitFor(
    'the answer',
    async () => (await findInquiry(environment.db, id))?.result,
    // less than a killed worker keeps an inquiry
    { withinMs: 80_000 },
  );
  expect(result.outcome).toBe('ours_accepted');
  await Promise.all([old.stop(), right.stop()]);
});

test('a worker that cannot open the secrets of a business reports it', async () => {
  const sender = await aSender(environment.db);
  const old = await environment.work({}, { secretKeys: { master: [randomBytes(32)] } });
  const id = await environment.issue(sender, 'boleta');
  await waitFor('the worker to report its keys', () => reportsKeys(old));
  const right = await environment.work();
  expect((await environment.until(id, settled)).outcome).toMatchObject({ state: 'accepted' });
  expect(right.health.degraded?.()).not.toContainEqual(expect.stringMatching(/^claves/));
});
