/** What stops a business's sending, and what does not. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findBusiness, holdBusiness, resumeBusiness } from '@rafaga/db';
import type { Moment } from '@rafaga/worker';
import { aSender } from './documents.js';
import { aHouse, type House, inReview, settled } from './house.js';

let house: House;
const BY = { actor: 'test', reason: 'lo detuvo Ana' };
/** What happens when a document of a business has its answer, once. */
let answered: ((documentId: number) => Promise<void>) | undefined;

beforeAll(async () => {
  house = await aHouse();
  await house.work({
    at: (moment: Moment, id) => (moment === 'answered' ? answered?.(id) : undefined),
  });
});
afterAll(() => house.stop());

test("an operator's pause outlasts the fault that a send in flight brings home", async () => {
  const sender = await aSender(house.db);
  let calls = 0;
  answered = async () => {
    calls += 1;
    if (calls === 1) await holdBusiness(house.db, BY, sender.id);
  };
  // 0102: its own pause would be thirty minutes
  const id = await house.issue(sender, 'boleta', '99990023');
  await house.until(id, () => calls > 0);
  await expectRefused(id);
  expect(await findBusiness(house.db, sender.ruc)).toMatchObject({
    ...{ pausedUntil: new Date('9999-12-31T00:00:00Z'), pausedWhy: 'lo detuvo Ana' },
  });
  await resumeBusiness(house.db, BY, sender.id);
  expect((await house.until(id, settled)).outcome).toMatchObject({ state: 'accepted' });
});

test("one document's altered signature retires it alone; a second one's stops their business", async () => {
  answered = undefined;
  const sender = await aSender(house.db);
  const refuse = (number: number) => {
    const documento = `${sender.ruc}-03-B001-${number}`;
    // a fault on a connection that others used is heard again on one of its own
    return house.tell('siguiente', { resultado: 'excepcion', codigo: '2335', documento, veces: 2 });
  };
  const paused = async () => (await findBusiness(house.db, sender.ruc))?.pausedWhy ?? null;
  const issue = () => house.issue(sender, 'boleta');
  await refuse(1);
  await house.until(await issue(), inReview);
  expect((await house.until(await issue(), settled)).outcome).toMatchObject({ state: 'accepted' });
  // an acceptance came in between: the certificate is well
  await refuse(3);
  await house.until(await issue(), inReview);
  expect(await paused()).toBeNull();
  await refuse(4);
  await house.until(await issue(), inReview);
  expect(await paused()).toMatch(/^2335: /);
});

/** Until the answer is written down: the document waits with its business. */
async function expectRefused(id: number): Promise<void> {
  for (;;) {
    const { rows } = await house.db.pool.query(
      'SELECT retry_class FROM emissions WHERE document_id = $1',
      [id],
    );
    if (rows[0]?.retry_class === 'paused') return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
