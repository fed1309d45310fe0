/**
 * Reads of documents that arrive while a statement runs share the next one: what a statement costs
 * besides its rows is paid once for all of them.
 */
import type { Kind } from '@rafaga/fiscal';
import { businessList } from '../actingFor.js';
import { type Batched, batched } from '../batched.js';
import { poolOf } from '../db.js';

export interface WantedDocument {
  businessId: number;
  kind: Kind;
  id: number;
}

export interface BatchedRead<T, Row, R> {
  /** Of the prepared statement. */
  name: string;
  /** Its first parameters are arrays, one a column; the last is for `actingFor`. */
  text: string;
  columns: ((wanted: T) => unknown)[];
  read: (row: Row) => R;
}

/** Undefined for what the statement has no row of; `place` of a row counts from one. */
export const batchedRead = <T extends WantedDocument, Row extends { place: number }, R>({
  name,
  text,
  columns,
  read,
}: BatchedRead<T, Row, R>): Batched<T, R | undefined> =>
  batched(
    async (db, wanted) => {
      const businesses = new Set(wanted.map(({ businessId }) => businessId));
      const values = [...columns.map((column) => wanted.map(column)), businessList(...businesses)];
      const { rows } = await poolOf(db).query<Row>({ name, text, values });
      const found: (R | undefined)[] = wanted.map(() => undefined);
      for (const row of rows) found[row.place - 1] = read(row);
      return found;
    },
    // two: while a connection hangs, the other goes on reading
    { paceMs: 0, maxInFlight: 2 },
  );
