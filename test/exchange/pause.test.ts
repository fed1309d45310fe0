/** Tests what pauses the sending of a business, and what does not. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findBusiness, holdBusiness, resumeBusiness } from '@rafaga/db';
import type { Checkpoint } from '@rafaga/worker';
import { aSender } from '../support/senders.js';
import {
  inReview,
  settled,
  startEnvironment,
  type TestEnvironment,
} from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

let testEnvironment: TestEnvironment;
const BY = { actor: 'test', reason: 'lo detuvo Ana' };
/** Called when SUNAT has answered a send. */
let answered: ((documentId: number) => Promise<void>) | undefined;

beforeAll(async () => {
  testEnvironment = await startEnvironment();
  await testEnvironment.work({
    checkpoint: (checkpoint: Checkpoint, id) =>
      checkpoint === 'answered' ? answered?.(id) : undefined,
  });
});
afterAll(() => testEnvironment.stop());

test("an operator's pause is not shortened by the fault of a send that was under way", async () => {
  const sender = await aSender(testEnvironment.db);
  let calls = 0;
  answered = async () => {
    calls += 1;
    if (calls === 1) await holdBusiness(testEnvironment.db, BY, sender.id);
  };
  // 0102: its own pause would be thirty minutes
  const id = await testEnvironment.issue(sender, 'boleta', '99990023');
  await testEnvironment.until(id, () => calls > 0);
  await expectRefused(id);
  expect(await findBusiness(testEnvironment.db, sender.ruc)).toMatchObject({
    ...{ pausedUntil: new Date('9999-12-31T00:00:00Z'), pauseReason: 'lo detuvo Ana' },
  });
  await resumeBusiness(testEnvironment.db, BY, sender.id);
  expect((await testEnvironment.until(id, settled)).outcome).toMatchObject({ state: 'accepted' });
});

test('one refused signature retires its document; a second one pauses the business', async () => {
  answered = undefined;
  const sender = await aSender(testEnvironment.db);
  const refuse = (number: number) => {
    const documento = `${sender.ruc}-03-B001-${number}`;
    // a fault on a shared connection is repeated on a connection of its own
    return testEnvironment.controlSimulator('siguiente', {
      resultado: 'excepcion',
      codigo: '2335',
      documento,
      veces: 2,
    });
  };
  const paused = async () =>
    (await findBusiness(testEnvironment.db, sender.ruc))?.pauseReason ?? null;
  const issue = () => testEnvironment.issue(sender, 'boleta');
  await refuse(1);
  await testEnvironment.until(await issue(), inReview);
  expect((await testEnvironment.until(await issue(), settled)).outcome).toMatchObject({
    state: 'accepted',
  });
  // after the acceptance in between, the certificate counts as good
  await refuse(3);
  await testEnvironment.until(await issue(), inReview);
  expect(await paused()).toBeNull();
  await refuse(4);
  await testEnvironment.until(await issue(), inReview);
  expect(await paused()).toMatch(/^2335: /);
});

/** Waits until the document waits for its paused business. */
const expectRefused = (id: number) =>
  waitFor(`document ${id} to wait with its business`, async () => {
    const { rows } = await testEnvironment.db.pool.query(
      'SELECT retry_class FROM emissions WHERE document_id = $1',
      [id],
    );
    return rows[0]?.retry_class === 'paused';
  });
