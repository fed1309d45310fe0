/** Tests that a worker releases what it holds when it loses its lease during an attempt. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { timeline } from '@rafaga/db';
import { aSender, type Sender } from '../support/senders.js';
import { settled, startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';

/** The simulator registers a factura for this client and cuts the connection. */
const ANSWER_IS_LOST = '20999999008';

let testEnvironment: TestEnvironment;
let sender: Sender;
beforeAll(async () => {
  testEnvironment = await startEnvironment();
  sender = await aSender(testEnvironment.db);
});
afterAll(() => testEnvironment.stop());

/** Acts as another worker that claims a sent document and crashes; false if it was never sent. */
async function takeLease(documentId: number): Promise<boolean> {
  const { rowCount } = await testEnvironment.db.pool.query(
    `UPDATE emissions SET epoch = epoch + 1, lease_until = now() - interval '1 second',
        next_at = now()
      WHERE document_id = $1 AND sends > 0`,
    [documentId],
  );
  return rowCount === 1;
}

test('a query whose lease cannot be renewed releases its place at the limiter', async () => {
  let taken = false;
  // a single place for queries: if it is not released, every later query fails
  await testEnvironment.work(
    {
      async checkpoint(checkpoint, documentId) {
        if (checkpoint === 'signed' && !taken) taken = await takeLease(documentId);
      },
    },
    { emitConcurrency: 1 },
  );
  const id = await testEnvironment.issue(sender, 'factura', ANSWER_IS_LOST);
  const document = await testEnvironment.until(id, settled);
  expect(taken).toBe(true);
  expect(document.outcome).toMatchObject({ state: 'accepted', code: '0' });
  expect((await timeline(testEnvironment.db, id)).map(({ step }) => step)).toContain('asked');
});
