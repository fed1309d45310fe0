/** The shape of a row that a decree can change, and the rows that are in force on a day. */
import type { DateText } from '../sale.js';

/**
 * What a row rests on: SUNAT's workbook «Validaciones CPE»; the text of a norm, as the press or a
 * law firm quotes it; the documentation of other systems; or sources that contradict each other.
 */
export type Confidence = 'workbook' | 'decree' | 'secondary' | 'conflicting';

export interface Dated {
  /** First day in force. */
  readonly from: DateText;
  /** Last day in force; absent: until a later row replaces it. */
  readonly until?: DateText;
  /** The norm or the document with its date: Spanish, because the panel shows it. */
  readonly source: string;
  readonly confidence: Confidence;
}

/**
 * The latest row in force on that day, or undefined when there was none. Rows are in order, oldest
 * first.
 */
export function inForce<T extends Dated>(rows: readonly T[], day: DateText): T | undefined {
  return rows.findLast((row) => row.from <= day && (row.until === undefined || day <= row.until));
}

/**
 * Every row in force on that day: one, or all that begin with it when sources conflict. SUNAT
 * decides between those.
 */
export function allInForce<T extends Dated>(rows: readonly T[], day: DateText): readonly T[] {
  const latest = inForce(rows, day);
  return latest === undefined ? [] : rows.filter(({ from }) => from === latest.from);
}

/** Remembers the result of the last day, because most sales are of the same one. */
export function perDay<T>(compute: (day: DateText) => T): (day: DateText) => T {
  let last: { day: DateText; result: T } | undefined;
  return (day) => {
    if (last?.day !== day) last = { day, result: compute(day) };
    return last.result;
  };
}
