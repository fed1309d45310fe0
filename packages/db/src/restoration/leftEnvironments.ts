/** Finds the businesses whose restored environment is not that of their newest document. */
import type { Environment } from '../admin/environments.js';
import { type Db, poolOf } from '../db.js';
import type { RebuiltSeries } from './reports.js';
import type { Restoration } from './restoration.js';

export interface LeftEnvironment {
  ruc: string;
  /** That of its newest rebuilt document. */
  issued: Environment;
  /** That of the business in the restored database. */
  environment: Environment;
}

/** A change after which a business issued nothing is not found. */
export async function leftEnvironments(
  db: Db,
  { rebuilt }: Pick<Restoration, 'rebuilt'>,
): Promise<LeftEnvironment[]> {
  const newest = new Map<string, RebuiltSeries>();
  for (const each of rebuilt?.series ?? [])
    if ((newest.get(each.ruc)?.newest ?? 0) < (each.newest ?? 0)) newest.set(each.ruc, each);
  const { rows } = await poolOf(db).query<LeftEnvironment>(
    `SELECT b.ruc, t.issued, b.environment FROM unnest($1::text[], $2::text[]) AS t (ruc, issued)
      JOIN businesses b ON b.ruc = t.ruc AND b.environment <> t.issued ORDER BY b.ruc`,
    [[...newest.keys()], [...newest.values()].map(({ environment }) => environment)],
  );
  return rows;
}
