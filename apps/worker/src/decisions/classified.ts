/** A reply of SUNAT, classified as a row of the decision table, with its text for people. */
import type { ForeignCdr, OwnCdr } from './ownCdr.js';

export interface Classified<Row> {
  row: Row;
  /** For the timeline and for support, in Spanish. */
  text: string;
  code?: string | undefined;
  /** The text of a fault, as SUNAT sent it. */
  description?: string;
  /** The CDR of the reply, where it could be read as one of our number. */
  cdr?: OwnCdr | ForeignCdr | undefined;
  retryAfterMs?: number;
}

export const retryAfter = ({ retryAfterMs }: { retryAfterMs?: number }) =>
  retryAfterMs === undefined ? {} : { retryAfterMs };
