/** A worker that is stopped takes no document while it still waits for SUNAT. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findInquiry, openDocument, requestInquiry, timeline } from '@rafaga/db';
import type { Checkpoint } from '@rafaga/worker';
import { createDepth } from '../../apps/worker/src/queues/depth.js';
import { aSender } from '../support/senders.js';
import { settled, startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startEnvironment();
});
afterAll(() => environment.stop());

test('a document that waits for room in a stopping worker waits for another one', async () => {
  const { db, redisUrl, work } = environment;
  const sender = await aSender(db);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let claimed = 0;
  const checkpoint = (at: Checkpoint, id: number) => {
    if (at !== 'claimed') return undefined;
    claimed = id;
    return held;
  };
  const worker = await work({ checkpoint }, { emitConcurrency: 1 });
  const first = await environment.issue(sender, 'boleta');
  await waitFor('the only place to be taken', async () => claimed === first);
  const second = await environment.issue(sender, 'boleta');
  const depth = createDepth(redisUrl, () => {});
  // it rejects until it is connected
  const waiting = () => depth.waiting().catch(() => undefined);
  await waitFor('its job to be taken', async () => (await waiting())?.emit === 0);
  depth.close();
  const stopped = worker.stop();
  goOn();
  await stopped;
  expect(await openDocument(db, first)).toMatchObject({ outcome: { state: 'accepted' } });
  expect(await timeline(db, second)).toEqual([]);
});

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
