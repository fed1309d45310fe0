/** Tests that waits and leases end soon after PostgreSQL's clock has stepped back. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OwnServers, ownServers } from '../../../../test/support/servers.js';
import { aBusiness, aDocument } from '../../testing/aDocument.js';
import { createTestDb, type TestDb } from '../../testing/connections.js';
import { createIssuance } from '../issuing/issuance.js';
import { claim } from './claim.js';
import type { Claim } from './claimed.js';
import { shortenWaits } from './sweep.js';
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

/** A document that was only issued, one that waits for a retry, and one that a worker holds. */
async function threeDocuments(): Promise<void> {
  const { id } = await aBusiness(db, 'B001');
  const issuance = createIssuance(db);
  const ids: number[] = [];
  for (let number = 1; number <= 3; number += 1) {
    const issued = await issuance.issue(aDocument(id));
    if (issued.is === 'issued') ids.push(issued.id);
  }
  await issuance.close();
  const [, second, third] = ids as [number, number, number];
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
