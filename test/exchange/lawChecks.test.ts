/** Workers review the sales of every active business by the rules of a coming day. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listLawChecks, listLawFindings, setBusinessState } from '@rafaga/db';
import { aBusiness, BY } from '../../packages/db/testing/aDocument.js';
import { issueSale } from '../../packages/db/testing/issueSale.js';
import { aLine, aSale } from '../../packages/fiscal/testing/aSale.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

const DAY = '2027-01-01';
const today = () => '2026-11-22';
const menu = aLine({ code: 'MENU', igvPercent: '10.5' });

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startEnvironment();
});
afterAll(() => environment.stop());

const checksOf = (businessIds: readonly number[]) =>
  waitFor('the businesses to be reviewed', async () => {
    const checks = await listLawChecks(environment.db, DAY, { limit: 100 });
    const own = checks.filter(({ businessId }) => businessIds.includes(businessId));
    return own.length === businessIds.length && own.every(({ checkedAt }) => checkedAt)
      ? own
      : undefined;
  });

test('two workers review each active business once, and leave the suspended ones', async () => {
  const { db } = environment;
  const businesses = await Promise.all([1, 2, 3, 4].map(() => aBusiness(db, 'B001')));
  for (const { id } of businesses) await issueSale(db, id, aSale({ lines: [menu] }));
  const [suspended, ...active] = businesses.map(({ id }) => id);
  await setBusinessState(db, BY, suspended as number, 'suspended');
  await Promise.all([environment.work({ today }), environment.work({ today })]);
  expect(await checksOf(active)).toMatchObject(active.map(() => ({ sales: 1, refused: 1 })));
  const listed = await listLawChecks(db, DAY, { limit: 100 });
  expect(listed.map(({ businessId }) => businessId)).not.toContain(suspended);
  const [businessId = 0] = active;
  expect(await listLawFindings(db, { businessId, day: DAY }, { limit: 10 })).toMatchObject([
    { effect: 'refused', productCode: 'MENU', sales: 1 },
    { effect: 'dearer', productCode: 'MENU', sales: 1 },
  ]);
});

test('a review that a killed worker left is made by another one', async () => {
  const { db } = environment;
  const { id } = await aBusiness(db, 'B001');
  await db.pool.query(
    `INSERT INTO law_checks (business_id, day, lease_owner, lease_until)
      VALUES ($1, $2, 'a killed worker', now() + interval '1 second')
      ON CONFLICT (business_id, day) DO UPDATE SET lease_owner = EXCLUDED.lease_owner,
        lease_until = EXCLUDED.lease_until, checked_at = NULL`,
    [id, DAY],
  );
  await checksOf([id]);
});
