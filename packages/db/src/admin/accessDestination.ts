/**
 * Where the credentials of a business at the authority may be sent: they are sealed for it. The
 * addresses of named authorities are not in the database; those of a custom one are, and a person
 * who changes them there does not get the password.
 */
import { type Db, poolOf, prismaOf } from '../db.js';

export interface Addressed {
  authority: string;
  billUrl?: string | null | undefined;
  consultUrl?: string | null | undefined;
}

/** The authorities whose addresses no row can change. */
const NAMED = 'SUNAT';

/** The origins of a custom authority, or one word for all named ones. */
export function destinationOf({ authority, billUrl, consultUrl }: Addressed): string {
  if (authority !== 'custom') return NAMED;
  const urls = [billUrl, consultUrl].filter((url): url is string => typeof url === 'string');
  return [...new Set(urls.map(originOf))].join(' ');
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

/** Where the credentials that are sealed now may be sent. */
export async function destinationNow(db: Db, businessId: number): Promise<string> {
  const select = { authority: true, billUrl: true, consultUrl: true };
  return destinationOf(
    await prismaOf(db).business.findUniqueOrThrow({ where: { id: businessId }, select }),
  );
}

/** Binds credentials that were sealed without a destination to the one where they are used. */
export async function bindAccess(db: Db, businessId: number, destination: string): Promise<void> {
  await poolOf(db).query(
    'UPDATE accesses SET destination = $2 WHERE business_id = $1 AND destination IS NULL',
    [businessId, destination],
  );
}
