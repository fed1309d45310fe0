/** Tests that waits and leases end soon after PostgreSQL's clock has stepped back. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OwnServers, ownServers } from '../../../../test/support/servers.js';
import { aBusiness, aDocument, BY } from '../../testing/aDocument.js';
import { createTestDb, type TestDb } from '../../testing/connections.js';
import { FILE } from '../../testing/signed.js';
import { createIssuance } from '../issuing/issuance.js';
import { requestInquiry } from '../support/inquiries.js';
import { claim } from './claim.js';
import type { Claim } from './claimed.js';
import { takePendingCdrs } from './duePendingCdrs.js';
import { keepPendingCdr } from './keepPendingCdr.js';
import { takeInquiry } from './openInquiries.js';
import { holdBusiness, pauseBusiness, resumeBusiness } from './pause.js';
import { beginProbe } from './probe.js';
import { shortenWaits } from './shortenWaits.js';
import { waitUntil } from './waitUntil.js';

let own: OwnServers;
let db: TestDb;
beforeAll(async () => {
  own = await ownServers();
  db = createTestDb(own.databaseUrl);
});
afterAll(async () => {
  await db.close();
  await own.drop();
});

/** Issues documents. @returns their ids */
async function issued(businessId: number, count: number): Promise<number[]> {
  const issuance = createIssuance(db);
  const ids: number[] = [];
  for (let number = 1; number <= count; number += 1) {
    const one = await issuance.issue(aDocument(businessId));
    if (one.is === 'issued') ids.push(one.id);
  }
  await issuance.close();
  return ids;
}

/** A document that was only issued, one that waits for a retry, and one that a worker holds. */
async function threeDocuments(): Promise<void> {
  const { id } = await aBusiness(db, 'B001');
  const [, second = 0, third = 0] = await issued(id, 3);
  const waiting = (await claim(db, second, 'w1')) as Claim;
  await waitUntil(db, waiting, { delayMs: 300_000, class: 'throttled' });
  await claim(db, third, 'w1');
}

const change = (set: string) => db.pool.query(`UPDATE emissions SET ${set}`);
const waits = async () =>
  (
    await db.pool.query(
      `SELECT greatest(next_at, not_before, lease_until) <= now() + interval '1 minute' AS short,
        not_before IS NOT NULL AS waits, lease_until > now() AS held
      FROM emissions ORDER BY document_id`,
    )
  ).rows;

test('after a step back of an hour, nothing waits longer than a lease', async () => {
  await threeDocuments();
  expect(await shortenWaits(db)).toBe(0);
  // a clock that goes back leaves every time that much further ahead
  const hour = "interval '1 hour'";
  await change(`next_at = next_at + ${hour}, not_before = not_before + ${hour},
    lease_until = lease_until + ${hour}`);
  expect(await shortenWaits(db)).toBe(3);
  expect(await waits()).toEqual([
    { short: true, waits: false, held: null },
    { short: true, waits: true, held: null },
    { short: true, waits: false, held: true },
  ]);
  expect(await shortenWaits(db)).toBe(0);
});

test('nor is a business paused or at its probe for longer; but by an operator', async () => {
  const names = ['paused', 'at its probe', 'held'];
  const ids = await Promise.all(names.map(async () => (await aBusiness(db, 'B001')).id));
  const [paused = 0, probing = 0, held = 0] = ids;
  await pauseBusiness(db, paused, { reason: '0102' });
  await pauseBusiness(db, probing, { reason: '0102' });
  await resumeBusiness(db, BY, probing);
  await beginProbe(db, probing);
  await holdBusiness(db, BY, held);
  await db.pool.query(
    `UPDATE businesses SET probe_at = probe_at + interval '1 hour' WHERE id = $1`,
    [probing],
  );
  await db.pool.query(
    `UPDATE businesses SET paused_until = paused_until + interval '1 hour' WHERE id = $1`,
    [paused],
  );
  await shortenWaits(db);
  const { rows } = await db.pool.query(
    `SELECT paused_until <= now() + interval '30 minutes' AS paused,
      probe_at <= now() + interval '2 minutes' AS probing
    FROM businesses WHERE id = ANY ($1) ORDER BY array_position($1, id)`,
    [ids],
  );
  expect(rows).toEqual([
    { paused: true, probing: true },
    { paused: null, probing: true },
    { paused: false, probing: null },
  ]);
});

test('nor is a pending CDR or an inquiry kept from other workers for longer', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const [documentId = 0] = await issued(businessId, 1);
  const fence = { documentId, businessId, attempt: 1, worker: 'w1' };
  const content = { state: 'accepted' as const, code: '0', description: 'aceptada', notes: [] };
  await keepPendingCdr(db, fence, FILE, content);
  await requestInquiry(db, BY, { documentId, businessId });
  await takePendingCdrs(db, 1);
  const inquiry = await takeInquiry(db, 'w1');
  await db.pool.query(`UPDATE pending_cdrs SET next_at = next_at + interval '1 hour'`);
  await db.pool.query(`UPDATE inquiries SET taken_at = taken_at + interval '1 hour'`);
  await shortenWaits(db);
  await laterBy('2 minutes');
  expect(await takePendingCdrs(db, 1)).toHaveLength(1);
  expect(await takeInquiry(db, 'w2')).toMatchObject({ id: inquiry?.id });
});

/** As if the time had passed since they were taken. */
async function laterBy(time: string): Promise<void> {
  await db.pool.query(`UPDATE pending_cdrs SET next_at = next_at - interval '${time}'`);
  await db.pool.query(`UPDATE inquiries SET taken_at = taken_at - interval '${time}'`);
}
