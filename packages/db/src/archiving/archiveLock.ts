/** Lets one process at a time archive a month of a business. */
import type { Db } from '../db.js';
import { underLock } from '../underLock.js';
import type { Month } from './month.js';

const KEY = `hashtextextended('rafaga archive ' || $1::int || ' ' || $2::text, 0)`;

/** @returns undefined, without the work, while another process archives it */
export const withArchiveLock = <T extends object>(
  db: Db,
  { businessId, month }: { businessId: number; month: Month },
  work: () => Promise<T>,
): Promise<T | undefined> => underLock(db, { key: KEY, values: [businessId, month.name] }, work);
