/** Businesses are reviewed once a day by one worker at a time, and their findings are listed. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OwnServers, ownServers } from '../../../../test/support/servers.js';
import { waitFor } from '../../../../test/support/waitFor.js';
import { aLine, aSale } from '../../../fiscal/testing/aSale.js';
import { aBusiness, BY, KEEP_NOWHERE } from '../../testing/aDocument.js';
import { createTestDb, type TestDb } from '../../testing/connections.js';
import { issueSale } from '../../testing/issueSale.js';
import { resolveReview } from '../support/resolveReview.js';
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

test('the time of a batch, by which a worker rests, has the reading of it', async () => {
  const locked = await db.pool.connect();
  await locked.query('BEGIN; LOCK TABLE document_search');
  const tooks: number[] = [];
  const review = reviewBusiness(
    db,
    { id: businessId, ruc: '20123456786', exonerationAllowed: false, environment: 'simulator' },
    { day: DAY, now: new Date(), batch: 3, between: async (tookMs) => tooks.push(tookMs) > 0 },
  );
  await waitFor('the reading to wait', async () => {
    const text = 'SELECT FROM pg_locks WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))';
    return (await locked.query(text)).rowCount !== 0;
  });
  const waited = performance.now();
  await locked.query('SELECT pg_sleep(0.2)');
  const readAfterMs = performance.now() - waited;
  await locked.query('ROLLBACK');
  locked.release();
  expect((await review)?.counts.sales).toBe(4);
  // two batches: the lock held the first
  expect(tooks).toHaveLength(2);
  expect(tooks[0]).toBeGreaterThanOrEqual(readAfterMs);
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
  const other = await aBusiness(db);
  expect(await reviewBusiness(db, other, { day: DAY, now: new Date() })).toMatchObject({
    counts: { sales: 0 },
    rows: [],
  });
  const own = { ...other, id: businessId };
  expect(await reviewBusiness(db, own, { day: DAY, now: later })).toMatchObject({
    counts: { sales: 0 },
  });
});

test('the sales of another environment and the discarded ones are not reviewed', async () => {
  const business = await aBusiness(db, 'B001');
  const first = await issueSale(db, business.id, aSale());
  await issueSale(db, business.id, aSale());
  const sales = async (environment: string, batch: number) => {
    const own = { ...business, environment };
    return (await reviewBusiness(db, own, { day: DAY, now: new Date(), batch }))?.counts.sales;
  };
  expect([await sales('simulator', 1), await sales('production', 1)]).toEqual([2, 0]);
  await db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'broken' WHERE document_id = $1`,
    [first],
  );
  expect(await resolveReview(db.prisma, BY, first, 'discarded', KEEP_NOWHERE)).toBe(true);
  // the batch of the discarded sale is empty, and the next one is read
  expect([await sales('simulator', 1), await sales('simulator', 9)]).toEqual([1, 1]);
});

test('a sale that cannot be read is left out, and the others are reviewed', async () => {
  const business = await aBusiness(db, 'B001');
  const broken = await issueSale(db, business.id, aSale());
  const without = await issueSale(db, business.id, aSale());
  await issueSale(db, business.id, aSale());
  await db.pool.query(
    `BEGIN; SET LOCAL session_replication_role = replica;
      UPDATE documents SET sale = '{"kind":"boleta"}' WHERE id = ${broken};
      UPDATE documents SET totals = '{}' WHERE id = ${without}; COMMIT`,
  );
  expect(await reviewBusiness(db, business, { day: DAY, now: new Date() })).toMatchObject({
    counts: { sales: 1 },
    unreadable: 2,
  });
});

test('after a change of environment the review is no longer current, and due at once', async () => {
  const { id } = await aBusiness(db, 'B001');
  await issueSale(db, id, aSale({ lines: [aLine({ igvPercent: '10.5' })] }));
  const ofIt = async () => (await listBusinessLawChecks(db, id, DAY))[0];
  const reviewDue = async () => {
    for (let reviewedId = 0; reviewedId !== id; ) {
      const lease = await claimed();
      await storeLawCheck(db, lease, { ...(await reviewed(lease)), unreadable: 2 });
      reviewedId = lease.id;
    }
  };
  await reviewDue();
  expect(await ofIt()).toMatchObject({ current: true, refused: 1, unreadable: 2 });
  const alerts = async () => (await countLawAlerts(db, DAY, DAY))[0]?.businesses;
  expect(await alerts()).toBe(2);
  const move = (environment: string) =>
    db.pool.query('UPDATE businesses SET authority = $2, environment = $2 WHERE id = $1', [
      id,
      environment,
    ]);
  await move('beta');
  expect([(await ofIt())?.current, await alerts()]).toEqual([false, 1]);
  await reviewDue();
  expect(await ofIt()).toMatchObject({ current: true, sales: 0, refused: 0 });
  expect(await claimLawCheck(db, 'w9', [DAY])).toBeUndefined();
  await db.pool.query(`UPDATE businesses SET state = 'suspended' WHERE id = $1`, [id]);
});

test('businesses with findings are counted by day until those rules are in force', async () => {
  expect(await countLawAlerts(db, '2026-11-23', '2027-01-21')).toMatchObject([
    { day: DAY, businesses: 1, refused: 3 },
  ]);
  expect(await countLawAlerts(db, '2027-01-02', '2027-03-01')).toEqual([]);
  await forgetLawChecks(db, '2027-01-02');
  expect(await listLawChecks(db, DAY, ALL)).toEqual([]);
});
