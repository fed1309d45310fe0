/** Finds the row of a table that is in force on a day. */
import type { DateText } from '../sale.js';

export interface Dated {
  /** First day in force. */
  readonly from: DateText;
  /** Last day in force; absent: until a later row replaces it. */
  readonly until?: DateText;
}

/**
 * The latest row in force on that day, or undefined when there was none. Rows are in order, oldest
 * first.
 */
export function inForce<T extends Dated>(rows: readonly T[], day: DateText): T | undefined {
  return rows.findLast((row) => row.from <= day && (row.until === undefined || day <= row.until));
}
