/** A month of documents in Lima's time, as a range of document ids. */
import { type Db, poolOf } from '../db.js';
import { NO_ID_BEFORE_MS } from '../statistics/documentIdTime.js';

export interface Month {
  /** 'YYYY-MM' */
  name: string;
  /** The first id that may belong to it. */
  from: number;
  /** The first id of the following month. */
  before: number;
}

/** The offset of Lima, which has no daylight saving time. */
const LIMA_MS = 5 * 3_600_000;
const ID_PER_MS = 1_024;

/** @returns undefined unless the text is a month since 2024, when ids begin */
export function monthOf(name: string): Month | undefined {
  const [, year, month] = /^(20[2-9]\d)-(0[1-9]|1[0-2])$/.exec(name) ?? [];
  if (year === undefined || Number(year) < 2024) return undefined;
  const firstOf = (months: number) =>
    Math.max(0, Date.UTC(Number(year), months, 1) + LIMA_MS - NO_ID_BEFORE_MS) * ID_PER_MS;
  return { name, from: firstOf(Number(month) - 1), before: firstOf(Number(month)) };
}

/**
 * Whether the month ended at least a day ago by the database's clock. The day covers differences
 * between clocks and transactions that were open at the end of the month.
 */
export async function isOver(db: Db, { before }: Month): Promise<boolean> {
  const { rows } = await poolOf(db).query<{ over: boolean }>({
    name: 'is_month_over',
    text: "SELECT clock_timestamp() >= to_timestamp($1) + interval '1 day' AS over",
    values: [(before / ID_PER_MS + NO_ID_BEFORE_MS) / 1_000],
  });
  return rows[0]?.over ?? false;
}
