/**
 * Passes many rows to one statement, as one array parameter for each column. A table names each
 * column with its SQL type and its value in one place.
 */

/** The columns in order: the SQL type of each, and how to get its value from a row. */
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
