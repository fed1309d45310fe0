/** Lets only one process at a time archive a month of a business. */
import type { Db } from '../db.js';
import { underLock } from '../underLock.js';
import type { Month } from './month.js';

const KEY = `hashtextextended('rafaga archive ' || $1::int || ' ' || $2::text, 0)`;

/** @returns undefined, without running the work, while another process archives this month */
export const withArchiveLock = <T extends object>(
  db: Db,
  { businessId, month }: { businessId: number; month: Month },
  work: () => Promise<T>,
): Promise<T | undefined> => underLock(db, { key: KEY, values: [businessId, month.name] }, work);
