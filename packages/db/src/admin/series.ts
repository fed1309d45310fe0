/**
 * The series of a business: a code, whose first letter is its kind, and a counter that only goes
 * up. Each environment has its own; these functions use the current one of the business.
 */
import type { Kind } from '@rafaga/fiscal';
import type { Series } from '@rafaga/prisma';
import { type Db, prismaOf } from '../db.js';
import { audit, audited, type By, type Tx } from './audit.js';
import type { Environment } from './environments.js';

export type { Series } from '@rafaga/prisma';

export class SeriesProblem extends Error {
  override name = 'SeriesProblem';
}

/**
 * Adds a series. `next` is its first number, if another system issued the numbers before. If the
 * series had numbers before, it continues after them.
 * @param environment in which it gives numbers; the default: the present one of the business
 */
export function addSeries(
  db: Db,
  by: By,
  businessId: number,
  code: string,
  next = 1,
  environment?: Environment,
): Promise<Series> {
  const data = { businessId, code, kind: kindOf(code), lastNumber: next - 1 };
  return audited(
    db,
    by,
    async (tx) => {
      // so that the environment does not change before the commit
      await tx.$queryRaw`SELECT 1 FROM businesses WHERE id = ${businessId} FOR KEY SHARE`;
      return tx.series.create({
        data: { ...data, environment: environment ?? (await environmentOf(tx, businessId)) },
      });
    },
    (added) => ({
      action: 'series.add',
      businessId,
      after: { code, next: added.lastNumber + 1, environment: added.environment },
    }),
  );
}

/** Deactivates a series: it gives no more numbers. */
export const deactivateSeries = changesActive({ active: false, action: 'series.close' });
export const activateSeries = changesActive({ active: true, action: 'series.open' });

interface ActiveChange {
  active: boolean;
  action: 'series.open' | 'series.close';
}

function changesActive({ active, action }: ActiveChange) {
  return (db: Db, by: By, businessId: number, code: string): Promise<Series> =>
    audited(
      db,
      by,
      async (tx) => {
        await lockSeries(tx, businessId, code);
        return tx.series.update({ where: await keyOf(tx, businessId, code), data: { active } });
      },
      () => ({ action, businessId, after: { code } }),
    );
}

/** Sets the next number of a series, only upwards: lower numbers are used. */
export function setNextNumber(
  db: Db,
  by: By,
  businessId: number,
  code: string,
  next: number,
): Promise<void> {
  return prismaOf(db).$transaction((tx) => setCounter(tx, by, businessId, code, next));
}

/** Sets the next number within a transaction; otherwise like `setNextNumber`. */
export async function setCounter(
  tx: Tx,
  by: By,
  businessId: number,
  code: string,
  next: number,
): Promise<void> {
  const before = await lockSeries(tx, businessId, code);
  if (!before || before.last > next - 1)
    throw new SeriesProblem(`La serie ${code} no existe o ya pasó del número ${next}.`);
  await tx.series.update({
    where: await keyOf(tx, businessId, code),
    data: { lastNumber: next - 1 },
  });
  await audit(tx, by, {
    action: 'series.next',
    businessId,
    before: { code, next: before.last + 1 },
    after: { code, next },
  });
}

/**
 * Locks a series of the present environment, and that environment, until the transaction ends.
 * @returns undefined, with nothing locked, when the environment has no such series
 */
async function lockSeries(
  tx: Tx,
  businessId: number,
  code: string,
): Promise<{ last: number } | undefined> {
  const [locked] = await tx.$queryRaw<{ last: number }[]>`
    SELECT s.last_number AS last FROM series s
      JOIN businesses b ON b.id = s.business_id AND b.environment = s.environment
    WHERE s.business_id = ${businessId}
      AND s.code = ${code} FOR NO KEY UPDATE OF s FOR KEY SHARE OF b`;
  return locked;
}

export async function listSeries(db: Db, businessId: number): Promise<Series[]> {
  const environment = await environmentOf(prismaOf(db), businessId);
  return prismaOf(db).series.findMany({
    where: { businessId, environment },
    orderBy: { code: 'asc' },
  });
}

/** Lists the series of every environment. */
export function listAllSeries(db: Db, businessId: number): Promise<Series[]> {
  return prismaOf(db).series.findMany({
    where: { businessId },
    orderBy: [{ code: 'asc' }, { environment: 'asc' }],
  });
}

/** Lists active series of other environments that do not exist in the present one. */
export async function listUnbegunSeries(db: Db, businessId: number): Promise<Series[]> {
  const [here, all] = await Promise.all([
    listSeries(db, businessId),
    listAllSeries(db, businessId),
  ]);
  return all.filter(({ code, active }) => active && !here.some((own) => own.code === code));
}

async function environmentOf(tx: Tx, businessId: number): Promise<Environment> {
  const { environment } = await tx.business.findUniqueOrThrow({
    where: { id: businessId },
    select: { environment: true },
  });
  return environment as Environment;
}

const keyOf = async (tx: Tx, businessId: number, code: string) => ({
  businessId_environment_code: {
    businessId,
    environment: await environmentOf(tx, businessId),
    code,
  },
});

function kindOf(code: string): Kind {
  if (/^B[A-Z0-9]{3}$/.test(code)) return 'boleta';
  if (/^F[A-Z0-9]{3}$/.test(code)) return 'factura';
  throw new SeriesProblem(
    `La serie ${code} no es válida: cuatro caracteres, B001 para boletas o F001 para facturas.`,
  );
}
