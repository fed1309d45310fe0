/** Reads businesses: one, some, or all of them. */

import type { Business } from '@rafaga/prisma';
import { actingFor, businessList } from '../actingFor.js';
import { type Db, poolOf, prismaOf } from '../db.js';

export type { Business } from '@rafaga/prisma';

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

/** The RUCs of all businesses. */
export async function listRucs(db: Db): Promise<string[]> {
  const { rows } = await poolOf(db).query<{ ruc: string }>('SELECT ruc FROM businesses');
  return rows.map(({ ruc }) => ruc);
}

export function listBusinesses(db: Db): Promise<Business[]> {
  return prismaOf(db).business.findMany({ orderBy: { id: 'asc' } });
}
