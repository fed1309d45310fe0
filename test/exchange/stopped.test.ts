/** A worker that is stopped takes no document while it still asks SUNAT for a person. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findInquiry, requestInquiry, timeline } from '@rafaga/db';
import { aSender } from '../support/senders.js';
import { settled, startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startEnvironment();
});
afterAll(() => environment.stop());

test('what is issued while a stopping worker asks SUNAT waits for another worker', async () => {
  const { db } = environment;
  const sender = await aSender(db);
  const worker = await environment.work();
  const asked = await environment.issue(sender, 'factura');
  await environment.until(asked, settled);
  await environment.controlSimulator('latencia', { ms: 3_000 });
  await requestInquiry(db, { actor: 'ana' }, { documentId: asked, businessId: sender.id });
  const inquiry = () => findInquiry(db, asked);
  await waitFor('the inquiry to be taken', async () => (await inquiry())?.takenAt);
  const stopped = worker.stop();
  const id = await environment.issue(sender, 'factura');
  await stopped;
  expect((await inquiry())?.result).toMatchObject({ outcome: 'ours_accepted' });
  expect(await timeline(db, id)).toEqual([]);
});
