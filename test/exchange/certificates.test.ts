/** Tests what becomes of what was signed in a pause when its certificate is replaced or refused. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findBusiness, holdBusiness, resumeBusiness } from '@rafaga/db';
import { aSender, giveCertificate, type Sender } from '../support/senders.js';
import {
  inReview,
  settled,
  startEnvironment,
  type TestEnvironment,
} from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

let environment: TestEnvironment;
const BY = { actor: 'test', reason: 'inventario' };

beforeAll(async () => {
  environment = await startEnvironment();
  await environment.work();
});
afterAll(() => environment.stop());

/** Issues documents in a pause, and waits until they are signed. */
async function signedInPause(sender: Sender, count = 6): Promise<number[]> {
  await holdBusiness(environment.db, BY, sender.id);
  const ids = await environment.issueAll(sender, 'boleta', Array(count).fill('12345678'));
  for (const id of ids) await environment.until(id, ({ files }) => files.length > 0);
  return ids;
}

const xmlOf = async (ids: readonly number[]) =>
  (
    await environment.db.pool.query(
      `SELECT document_id, encode(sha256, 'hex') AS sha256 FROM files
        WHERE document_id = ANY ($1) AND kind = 'xml' ORDER BY document_id`,
      [ids],
    )
  ).rows;

/** A fault on a shared connection is repeated on a connection of its own. */
const refuseExpired = ({ ruc }: Sender, times: number) =>
  environment.controlSimulator('siguiente', {
    resultado: 'excepcion',
    codigo: '2327',
    ruc,
    veces: times * 2,
  });

test('what was signed in a pause is sent as it is after the certificate was replaced', async () => {
  const sender = await aSender(environment.db);
  const ids = await signedInPause(sender);
  const before = await xmlOf(ids);
  await giveCertificate(environment.db, sender.id);
  await resumeBusiness(environment.db, BY, sender.id);
  for (const { outcome } of await environment.untilEnded(ids))
    expect(outcome).toMatchObject({ state: 'accepted' });
  expect(await xmlOf(ids)).toEqual(before);
});

test('refused without a new certificate, two are reviewed and the others wait', async () => {
  const sender = await aSender(environment.db);
  const ids = await signedInPause(sender);
  const before = await xmlOf(ids);
  await refuseExpired(sender, 6);
  await resumeBusiness(environment.db, BY, sender.id);
  await waitFor('SUNAT to pause it', async () => {
    const { pauseReason } = (await findBusiness(environment.db, sender.ruc)) ?? {};
    return pauseReason?.startsWith('2327');
  });
  const reviews = { where: { businessId: sender.id, stage: 'review' } };
  await waitFor(
    'two reviews',
    async () => (await environment.db.prisma.emission.count(reviews)) === 2,
  );
  await giveCertificate(environment.db, sender.id);
  for (const id of ids) await environment.until(id, inReview);
  expect(await xmlOf(ids)).toEqual(before);
  await environment.controlSimulator('normal', {});
  const next = await environment.issue(sender, 'boleta');
  expect((await environment.until(next, settled)).outcome).toMatchObject({ state: 'accepted' });
});
