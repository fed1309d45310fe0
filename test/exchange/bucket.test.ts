/** Tests that a CDR waits in PostgreSQL while the bucket is unavailable, and is moved later. */
import { expect, jest, test } from '@jest/globals';
import { timeline } from '@rafaga/db';
import { openStore } from '@rafaga/storage';
import type { Checkpoint } from '@rafaga/worker';
import { aBucket } from '../../packages/storage/testing/bucket.js';
import { startFaultProxy } from '../support/faultProxy.js';
import { aSender } from '../support/senders.js';
import { LONG_TIMEOUTS, settled, startEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

jest.setTimeout(60_000);

test('a CDR that a bucket does not take for a while is in it afterwards', async () => {
  const bucket = await aBucket({ conditions: true });
  const link = await startFaultProxy(bucket.config.endpoint ?? '');
  const s3 = { ...bucket.config, endpoint: `http://127.0.0.1:${link.port}` };
  const testEnvironment = await startEnvironment(LONG_TIMEOUTS);
  const own = await aSender(testEnvironment.db);
  let there = () => {};
  const answered = new Promise<void>((resolve) => {
    there = resolve;
  });
  const at = (checkpoint: Checkpoint) => {
    if (checkpoint !== 'answered') return;
    link.down();
    there();
  };
  await testEnvironment.work({ checkpoint: at }, { s3 });
  const id = await testEnvironment.issue(own, 'boleta');
  await answered;
  expect((await testEnvironment.until(id, settled)).outcome).toMatchObject({
    state: 'accepted',
    code: '0',
  });
  link.heal();
  await waitFor(`the CDR of document ${id} in the bucket`, async () => {
    await testEnvironment.db.pool.query('UPDATE pending_cdrs SET next_at = now()');
    return (await timeline(testEnvironment.db, id)).some(({ step }) => step === 'cdr');
  });
  const file = (await testEnvironment.until(id, settled)).files.find(({ kind }) => kind === 'cdr');
  expect(
    (await openStore({ filesDir: '', s3 }).get(file?.objectKey ?? '', file?.sha256))
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  await testEnvironment.stop();
  await link.stop();
  await bucket.stop();
});
