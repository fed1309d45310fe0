/** Businesses are reviewed once a day by one worker at a time, and their findings are listed. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OwnServers, ownServers } from '../../../../test/support/servers.js';
import { aLine, aSale } from '../../../fiscal/testing/aSale.js';
import { aBusiness } from '../../testing/aDocument.js';
import { createTestDb, type TestDb } from '../../testing/connections.js';
import { issueSale } from '../../testing/issueSale.js';
import {
  claimLawCheck,
  forgetLawChecks,
  type LawCheckLease,
  releaseLawCheck,
  renewLawCheck,
  storeLawCheck,
} from './lawCheckLease.js';
import {
  countLawAlerts,
  listBusinessLawChecks,
  listLawChecks,
  listLawFindings,
} from './lawChecks.js';
import { reviewBusiness } from './reviewBusiness.js';

const DAY = '2027-01-01';
const ALL = { limit: 100 };
let own: OwnServers;
let db: TestDb;
let businessId = 0;
beforeAll(async () => {
  own = await ownServers();
  db = createTestDb(own.databaseUrl);
  ({ id: businessId } = await aBusiness(db, 'B001'));
  for (let i = 0; i < 3; i += 1) await issue(aLine({ code: 'MENU', igvPercent: '10.5' }));
  await issue(aLine({ code: 'PAN' }));
});
afterAll(async () => {
  await db.close();
  await own.drop();
});

const issue = (line: ReturnType<typeof aLine>) =>
  issueSale(db, businessId, aSale({ issueDate: '2026-11-20', lines: [line] }));

const claimed = async (owner = 'w1'): Promise<LawCheckLease> => {
  const lease = await claimLawCheck(db, owner, [DAY]);
  if (!lease) throw new Error('nothing is due');
  return lease;
};

async function reviewed(lease: LawCheckLease) {
  const review = await reviewBusiness(db, lease, { day: lease.day, now: new Date() });
  if (!review) throw new Error('it was ended');
  return review;
}

/** As if the last review were a day old. */
const age = () => db.pool.query(`UPDATE law_checks SET checked_at = now() - interval '25 hours'`);

test('a review is claimed once, stored, and due again after a day', async () => {
  const lease = await claimed();
  expect(lease).toMatchObject({ id: businessId, day: DAY });
  expect(await claimLawCheck(db, 'w2', [DAY])).toBeUndefined();
  const review = await reviewed(lease);
  expect(review.counts).toMatchObject({ sales: 4, refused: 3, dearer: 3, observed: 0 });
  expect(await storeLawCheck(db, lease, review)).toBe(true);
  expect(await claimLawCheck(db, 'w2', [DAY])).toBeUndefined();
  const [check] = await listLawChecks(db, DAY, ALL);
  expect(check).toMatchObject({ businessId, sales: 4, refused: 3, checkedAt: expect.any(Date) });
  expect(await listBusinessLawChecks(db, businessId, DAY)).toHaveLength(1);
  expect(await listLawFindings(db, { businessId, day: DAY }, ALL)).toMatchObject([
    { effect: 'refused', code: '4290', productCode: 'MENU', series: 'B001', sales: 3 },
    { effect: 'dearer', productCode: 'MENU', sales: 3, extra: '12.54' },
  ]);
  await age();
  expect(await claimed('w3')).toMatchObject({ epoch: lease.epoch + 1 });
});

test('a worker that lost its lease stores nothing', async () => {
  await db.pool.query('UPDATE law_checks SET lease_until = now() - interval $$1 second$$');
  await age();
  const lost = await claimed('w4');
  await db.pool.query('UPDATE law_checks SET lease_until = now() - interval $$1 second$$');
  const held = await claimed('w5');
  expect(await renewLawCheck(db, lost)).toBe(false);
  expect(await storeLawCheck(db, lost, await reviewed(lost))).toBe(false);
  expect(await renewLawCheck(db, held)).toBe(true);
  expect(await storeLawCheck(db, held, await reviewed(held))).toBe(true);
  expect(await listLawFindings(db, { businessId, day: DAY }, ALL)).toHaveLength(2);
});

test('a review that is given back can be claimed at once', async () => {
  await age();
  await releaseLawCheck(db, await claimed('w6'));
  const next = await claimed('w7');
  const review = await reviewBusiness(db, next, {
    day: DAY,
    now: new Date(),
    between: async () => false,
  });
  expect(review).toBeUndefined();
  await storeLawCheck(db, next, await reviewed(next));
});

test('the sales of earlier months are not reviewed', async () => {
  const later = new Date(Date.now() + 40 * 86_400_000);
  const { id, ruc, exonerationAllowed } = (await aBusiness(db)) ?? {};
  expect(
    await reviewBusiness(db, { id, ruc, exonerationAllowed }, { day: DAY, now: new Date() }),
  ).toMatchObject({ counts: { sales: 0 }, rows: [] });
  expect(
    await reviewBusiness(db, { id: businessId, ruc, exonerationAllowed }, { day: DAY, now: later }),
  ).toMatchObject({ counts: { sales: 0 } });
});

test('a sale that cannot be read is left out, and the others are reviewed', async () => {
  const { id, ruc, exonerationAllowed } = await aBusiness(db, 'B001');
  const broken = await issueSale(db, id, aSale());
  await issueSale(db, id, aSale());
  await db.pool.query(
    `BEGIN; SET LOCAL session_replication_role = replica;
    UPDATE documents SET sale = '{"kind":"boleta"}' WHERE id = ${broken}; COMMIT`,
  );
  const business = { id, ruc, exonerationAllowed };
  expect(await reviewBusiness(db, business, { day: DAY, now: new Date() })).toMatchObject({
    counts: { sales: 1 },
    unreadable: 1,
  });
});

test('businesses with findings are counted by day until those rules are in force', async () => {
  expect(await countLawAlerts(db, '2026-11-23', '2027-01-21')).toMatchObject([
    { day: DAY, businesses: 1, refused: 3 },
  ]);
  expect(await countLawAlerts(db, '2027-01-02', '2027-03-01')).toEqual([]);
  await forgetLawChecks(db, '2027-01-02');
  expect(await listLawChecks(db, DAY, ALL)).toEqual([]);
});
