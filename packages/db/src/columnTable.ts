/**
 * Hands many rows to one statement: one array parameter a column, each column named, typed and
 * picked from its row in one place.
 */

/** The columns in order: their SQL type, and how a row gives their value. */
export type ColumnTable<Row> = Readonly<
  Record<string, readonly [type: string, value: (row: Row) => unknown]>
>;

/** `unnest($2::bigint[], …) AS g (document_id, …)`, the first array being parameter `first`. */
export function unnestColumns<Row>(
  columns: ColumnTable<Row>,
  alias: string,
  first: number,
): string {
  const arrays = Object.values(columns).map(([type], index) => `$${first + index}::${type}[]`);
  return `unnest(${arrays.join(', ')})\n      AS ${alias} (${Object.keys(columns).join(', ')})`;
}

/** The arrays, in the order of the columns. */
export const columnValues = <Row>(columns: ColumnTable<Row>, rows: readonly Row[]): unknown[][] =>
  Object.values(columns).map(([, value]) => rows.map(value));
