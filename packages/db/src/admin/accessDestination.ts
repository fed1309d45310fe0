/**
 * The destination of a business's credentials at the authority, to which they are sealed. The
 * addresses of named authorities are not in the database; those of a custom one are, and a person
 * who changes them there does not get the password.
 */
import { type Db, poolOf } from '../db.js';

export interface Addressed {
  authority: string;
  billUrl?: string | null | undefined;
  consultUrl?: string | null | undefined;
}

/** Stands for all authorities whose addresses are in the program and not in a row. */
const NAMED = 'SUNAT';

/** The origins of a custom authority, or NAMED. */
export function destinationOf({ authority, billUrl, consultUrl }: Addressed): string {
  if (authority !== 'custom') return NAMED;
  const urls = [billUrl, consultUrl].filter((url): url is string => typeof url === 'string');
  return [...new Set(urls.map(originOf))].join(' ');
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

/** The destination for which credentials are sealed now. */
export async function destinationNow(db: Db, businessId: number): Promise<string> {
  const { rows } = await poolOf(db).query<Addressed>({
    name: 'destination_now',
    text: `SELECT authority, bill_url AS "billUrl", consult_url AS "consultUrl"
      FROM businesses WHERE id = $1`,
    values: [businessId],
  });
  return destinationOf(rows[0] as Addressed);
}

/** Sets the destination of credentials that an earlier version sealed without one. */
export async function bindAccess(db: Db, businessId: number, destination: string): Promise<void> {
  await poolOf(db).query(
    'UPDATE accesses SET destination = $2 WHERE business_id = $1 AND destination IS NULL',
    [businessId, destination],
  );
}
