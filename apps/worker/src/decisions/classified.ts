/** A reply of SUNAT, classified as a row of the decision table, with its text for people. */
import type { ForeignCdr, OwnCdr } from './ownCdr.js';

export interface Classified<Row> {
  row: Row;
  /** The reply in Spanish, for the timeline and for support. */
  text: string;
  code?: string | undefined;
  /** The text of a fault, as SUNAT sent it. */
  description?: string;
  /** The CDR of the reply, if it could be read and has the number of our document. */
  cdr?: OwnCdr | ForeignCdr | undefined;
  retryAfterMs?: number;
}

export const retryAfter = ({ retryAfterMs }: { retryAfterMs?: number }) =>
  retryAfterMs === undefined ? {} : { retryAfterMs };
