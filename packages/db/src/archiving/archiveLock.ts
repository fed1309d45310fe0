/** Lets one process at a time archive a month of a business. */
import { type Db, poolOf } from '../db.js';
import type { Month } from './month.js';

const KEY = `hashtextextended('rafaga archive ' || $1::int || ' ' || $2::text, 0)`;

/** @returns undefined, without the work, while another process archives it */
export async function withArchiveLock<T extends object>(
  db: Db,
  { businessId, month }: { businessId: number; month: Month },
  work: () => Promise<T>,
): Promise<T | undefined> {
  const client = await poolOf(db).connect();
  const values = [businessId, month.name];
  try {
    const text = `SELECT pg_try_advisory_lock(${KEY}) AS locked`;
    const { rows } = await client.query<{ locked: boolean }>(text, values);
    if (!rows[0]?.locked) return undefined;
    try {
      return await work();
    } finally {
      await client.query(`SELECT pg_advisory_unlock(${KEY})`, values);
    }
  } finally {
    client.release();
  }
}
