/** A worker with the keys of before a rotation says so; another one sends its documents. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aSender } from '../support/senders.js';
import { settled, startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startEnvironment();
});
afterAll(() => environment.stop());

test('a worker that cannot open the secrets of a business reports it', async () => {
  const sender = await aSender(environment.db);
  const old = await environment.work({}, { secretKeys: { master: [randomBytes(32)] } });
  const id = await environment.issue(sender, 'boleta');
  await waitFor('the worker to report its keys', async () =>
    old.health.degraded?.().some((text) => text.startsWith('claves: ')),
  );
  const right = await environment.work();
  expect((await environment.until(id, settled)).outcome).toMatchObject({ state: 'accepted' });
  expect(right.health.degraded?.()).not.toContainEqual(expect.stringMatching(/^claves/));
});
