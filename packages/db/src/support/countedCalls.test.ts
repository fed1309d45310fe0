/** Calls are counted in one row for each hour, credential and address, for a month. */
import { afterAll, expect, test } from '@jest/globals';
import { aBusiness, aCredential, aDb } from '../../testing/aDocument.js';
import { addCountedCalls, type CountedCalls, listCountedCalls } from './countedCalls.js';

const db = aDb();
afterAll(() => db.close());

const HOUR_MS = 3_600_000;
const hour = (ago: number) => new Date(Math.floor(Date.now() / HOUR_MS - ago) * HOUR_MS);

async function aCaller() {
  const { id: businessId } = await aBusiness(db, 'B001');
  const credentialId = await aCredential(db, businessId);
  const counted = (change: Partial<CountedCalls> = {}): CountedCalls => ({
    businessId,
    credentialId,
    hour: hour(0),
    address: '203.0.113.7',
    unproven: 3,
    overLimit: 0,
    lastAt: new Date(),
    ...change,
  });
  return { businessId, counted };
}

test('counts of one hour, credential and address are one row', async () => {
  const { businessId, counted } = await aCaller();
  const add = () =>
    addCountedCalls(db, [counted(), counted({ address: '', unproven: 0, overLimit: 9 })]);
  await Promise.all([add(), add(), add()]);
  await addCountedCalls(db, [counted({ hour: hour(1) })]);
  const listed = await listCountedCalls(db, businessId, 10);
  expect(listed.map(({ address, unproven, overLimit }) => [address, unproven, overLimit])).toEqual(
    expect.arrayContaining([
      ['203.0.113.7', 9, 0],
      ['', 0, 27],
      ['203.0.113.7', 3, 0],
    ]),
  );
  expect(listed).toHaveLength(3);
  expect(listed[2]).toMatchObject({ credential: 'Caja', revoked: false, hour: hour(1) });
  expect(await listCountedCalls(db, businessId, 1)).toHaveLength(1);
});

test('counts are deleted after thirty days, those of other businesses not', async () => {
  const [one, other] = [await aCaller(), await aCaller()];
  const old = { hour: hour(31 * 24) };
  await addCountedCalls(db, [other.counted()]);
  await addCountedCalls(db, [one.counted(old)]);
  await addCountedCalls(db, [one.counted()]);
  expect(await listCountedCalls(db, one.businessId, 10)).toHaveLength(1);
  expect(await listCountedCalls(db, other.businessId, 10)).toHaveLength(1);
});
