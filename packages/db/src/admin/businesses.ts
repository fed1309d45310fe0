/** Reads businesses: one, some, or all of them. */
import { actingFor, businessList } from '../actingFor.js';
import { type Db, poolOf, prismaOf } from '../db.js';
import type { Business } from '../generated/client.js';

export type { Business } from '../generated/client.js';

export function findBusiness(db: Db, ruc: string): Promise<Business | null> {
  return prismaOf(db).business.findUnique({ where: { ruc } });
}

/** Throws when there is no business with this id. */
export function getBusiness(db: Db, id: number): Promise<Business> {
  return prismaOf(db).business.findUniqueOrThrow({ where: { id } });
}

export function findBusinessesById(db: Db, ids: readonly number[]): Promise<Business[]> {
  return prismaOf(db).business.findMany({ where: { id: { in: [...ids] } } });
}

export function countBusinesses(db: Db): Promise<number> {
  return prismaOf(db).business.count();
}

/** The RUCs of businesses; a RUC never changes after the first document. */
export async function rucsOf(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; ruc: string }[]> {
  const { rows } = await poolOf(db).query<{ id: number; ruc: string }>(
    `SELECT id, ruc FROM businesses WHERE id = ANY ($1::int[]) AND ${actingFor(2)}`,
    [ids, businessList(...ids)],
  );
  return rows;
}

export function listBusinesses(db: Db): Promise<Business[]> {
  return prismaOf(db).business.findMany({ orderBy: { id: 'asc' } });
}
