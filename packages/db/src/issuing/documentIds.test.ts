/** The ids of documents rise with the time of issue, fit a JSON number, and count nothing. */
import { afterAll, expect, test } from '@jest/globals';
import { aDb } from '../../testing/aDocument.js';

const db = aDb();
afterAll(() => db.close());

const COUNT = 1_000;

/** One id in each of a thousand milliseconds, as a lone caller gets them. */
async function ids(): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: string }>(
    `SELECT document_id() AS id FROM generate_series(1, ${COUNT}) AS n, pg_sleep(0.002 + 0 * n)`,
  );
  return rows.map(({ id }) => Number(id));
}

test('a thousand ids are distinct integers below 2^53, and rise', async () => {
  const all = await ids();
  expect(new Set(all).size).toBe(COUNT);
  expect(all.every((id) => id > 0 && id < 2 ** 53 && Number.isInteger(id))).toBe(true);
  expect(all).toEqual([...all].sort((a, b) => a - b));
});

test('the ids of two moments do not tell how many were issued between them', async () => {
  const all = await ids();
  const last = all.map((id) => id % 1_024);
  const steps = last.slice(1).map((each, at) => (each - (last[at] ?? 0) + 1_024) % 1_024);
  // a counter would step by one each time; here nearly every step differs
  expect(new Set(steps).size).toBeGreaterThan(COUNT / 2);
  expect(steps.filter((step) => step === 1).length).toBeLessThan(COUNT / 20);
});
