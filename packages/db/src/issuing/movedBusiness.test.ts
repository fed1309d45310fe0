/** Tests a sale that is made while its business changes its environment. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '../../../../test/support/waitFor.js';
import { aBusiness, aDb, aDocument, BY } from '../../testing/aDocument.js';
import type { TestDb } from '../../testing/connections.js';
import { changeEnvironment } from '../admin/changeEnvironment.js';
import { targetOf } from '../admin/environments.js';
import { createIssuance, type Issuance } from './issuance.js';

let db: TestDb;
let issuance: Issuance;
beforeAll(() => {
  db = aDb();
  issuance = createIssuance(db);
});
afterAll(async () => {
  await issuance.close();
  await db.close();
});

const WAITING = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';

test('a sale that waits for the change is issued in the new environment', async () => {
  const { id } = await aBusiness(db, 'B001');
  await issuance.issue(aDocument(id));
  const to = targetOf({ authority: 'beta' });
  const during = await db.prisma.$transaction(async (tx) => {
    await changeEnvironment(tx, BY, id, to, { takeOver: true });
    const [own] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    const sale = issuance.issue(aDocument(id));
    await waitFor('the sale to wait', async () => {
      return (await db.pool.query(WAITING, [own?.pid])).rowCount === 1;
    });
    // not awaited here: it waits for the end of this transaction
    return { sale };
  });
  expect(await during.sale).toMatchObject({ is: 'issued', number: 2, environment: 'beta' });
});

test('a sale in a series that is closed is refused', async () => {
  const { id } = await aBusiness(db);
  expect(await issuance.issue(aDocument(id))).toEqual({ is: 'series_closed' });
});
