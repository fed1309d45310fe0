/** The clock of PostgreSQL: those of the programs may differ from it and from each other. */
import type { Tx } from './audit.js';

/** The present time of the database, for a column that is compared with times of its own. */
export async function databaseTime(tx: Tx): Promise<Date> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  return (row as { now: Date }).now;
}
