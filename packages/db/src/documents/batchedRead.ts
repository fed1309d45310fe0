/**
 * Batches reads of documents: those that arrive while a statement runs share the next one, so that
 * they pay its fixed cost only once.
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
  /** The name of the prepared statement. */
  name: string;
  /** The SQL: its first parameters are arrays, one for each column; the last is for `actingFor`. */
  text: string;
  columns: ((wanted: T) => unknown)[];
  read: (row: Row) => R;
}

/**
 * Makes the batched function. It gives undefined when the statement has no row for an item; the
 * `place` of a row is the position of its item, counted from one.
 */
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
    // two at a time: while one connection hangs, the other continues
    { paceMs: 0, maxInFlight: 2 },
  );
