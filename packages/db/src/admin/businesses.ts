/** Creates, changes and finds businesses: the data and settings of those that issue. */

import { type Db, poolOf, prismaOf } from '../db.js';
import type { Business, Prisma } from '../generated/client.js';
import { OLDEST_PENDING } from '../support/backlog.js';
import { resumeUnproven } from '../support/resume.js';
import { audit, audited, type By } from './audit.js';
import { changeEnvironment, type Environment, targetOf } from './environments.js';

export type { Business } from '../generated/client.js';

/** The data of a business; what is left out keeps its value, or gets the schema's default. */
export interface BusinessData {
  legalName?: string;
  tradeName?: string | null;
  address?: string | null;
  ubigeo?: string | null;
  /** A test account can be set up and queried, and cannot issue. */
  test?: boolean;
  boletas?: boolean;
  facturas?: boolean;
  pricesIncludeTax?: boolean;
  exonerationAllowed?: boolean;
  ratePerMinute?: number;
  signatureDigest?: 'sha1' | 'sha256';
  authority?: 'simulator' | 'beta' | 'production' | 'custom';
  billUrl?: string | null;
  consultUrl?: string | null;
  /** What a 'custom' authority is; the others are their own. Production, when it is left out. */
  environment?: Environment;
  /** The largest distance from the last number of the series to a number that a caller chooses. */
  maxNumberJump?: number;
  printFormats?: string[];
  defaultFormat?: string;
  /** What a 1033 leads to after a send that may have arrived, when SUNAT cannot be queried. */
  unprovenPolicy?: UnprovenPolicy;
}

export type UnprovenPolicy = 'review' | 'presume';

export type BusinessState = 'draft' | 'active' | 'suspended';

/** Throws a Prisma error P2002 when the RUC has a business already. */
export function createBusiness(
  db: Db,
  by: By,
  data: BusinessData & { ruc: string; legalName: string },
): Promise<Business> {
  return audited(
    db,
    by,
    (tx) => tx.business.create({ data: { ...chosen(data), ...targetOf(data) } }),
    ({ id }) => ({ action: 'business.create', businessId: id, after: { ...data } }),
  );
}

/**
 * An `authority` brings its addresses with it. Throws DocumentsPending when documents wait for the
 * environment that would be left.
 */
export function updateBusiness(
  db: Db,
  by: By,
  id: number,
  change: BusinessData,
): Promise<Business> {
  const { authority, billUrl, consultUrl, environment, ...data } = change;
  return prismaOf(db).$transaction(async (tx) => {
    if (authority !== undefined)
      await changeEnvironment(
        tx,
        by,
        id,
        targetOf({ authority, billUrl, consultUrl, environment }),
      );
    if (Object.keys(data).length === 0) return tx.business.findUniqueOrThrow({ where: { id } });
    const before = await tx.business.findUniqueOrThrow({ where: { id } });
    const after = await tx.business.update({ where: { id }, data: chosen(data) });
    const changed = Object.keys(data) as (keyof BusinessData)[];
    const shown = (business: Business) =>
      Object.fromEntries(changed.map((key) => [key, business[key] as Prisma.InputJsonValue]));
    await audit(tx, by, {
      action: 'business.update',
      businessId: id,
      before: shown(before),
      after: shown(after),
    });
    if (after.unprovenPolicy !== before.unprovenPolicy) await resumeUnproven(tx, by, id);
    return after;
  });
}

/** Adds the time of the choice when `unprovenPolicy` is given; the default has none. */
const chosen = <T extends BusinessData>(data: T): T & { unprovenChosenAt?: Date } =>
  data.unprovenPolicy === undefined ? data : { ...data, unprovenChosenAt: new Date() };

export function setBusinessState(
  db: Db,
  by: By,
  id: number,
  state: BusinessState,
): Promise<Business> {
  return audited(
    db,
    by,
    (tx) => tx.business.update({ where: { id }, data: { state } }),
    () => ({ action: `business.${state}`, businessId: id, after: { state } }),
  );
}

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

/** The paper formats that are drawn as soon as a document is settled. */
export async function findPrintFormats(db: Db, id: number): Promise<string[]> {
  const { printFormats } = await prismaOf(db).business.findUniqueOrThrow({
    where: { id },
    select: { printFormats: true },
  });
  return printFormats;
}

/** The RUCs of businesses, which never change. */
export async function rucsOf(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; ruc: string }[]> {
  const text = 'SELECT id, ruc FROM businesses WHERE id = ANY ($1)';
  return (
    await poolOf(db).query<{ id: number; ruc: string }>({ name: 'rucs_of', text, values: [ids] })
  ).rows;
}

export function listBusinesses(db: Db): Promise<Business[]> {
  return prismaOf(db).business.findMany({ orderBy: { id: 'asc' } });
}

export interface BusinessSummary {
  business: Business;
  /** When the active certificate expires. */
  certificateUntil: Date | null;
  series: number;
  /** Pending documents; `inReview` counts those in review. */
  open: number;
  inReview: number;
}

/** Businesses whose RUC begins with the text or whose name contains it; the newest first. */
export async function summarizeBusinesses(
  db: Db,
  filter: { text?: string; businessId?: number; limit: number },
): Promise<BusinessSummary[]> {
  const { text = '', businessId, limit } = filter;
  const businesses = await prismaOf(db).business.findMany({
    where: {
      ...(businessId === undefined ? {} : { id: businessId }),
      ...(text
        ? {
            OR: [
              { ruc: { startsWith: text } },
              { legalName: { contains: text, mode: 'insensitive' } },
            ],
          }
        : {}),
    },
    orderBy: { id: 'desc' },
    take: limit,
  });
  const { rows } = await poolOf(db).query<{
    id: number;
    until: Date | null;
    series: number;
    open: number;
    review: number;
  }>({
    name: 'summarize_businesses',
    text: `SELECT b.id, (SELECT c.not_after FROM certificates c
      WHERE c.business_id = b.id AND c.active) AS until,
        (SELECT count(*)::int FROM series s
          WHERE s.business_id = b.id AND s.environment = x.environment AND s.active) AS series,
        coalesce(e.open, 0) AS open, coalesce(e.review, 0) AS review
      FROM unnest($1::int[]) AS b (id) JOIN businesses x ON x.id = b.id LEFT JOIN (
        SELECT business_id, count(*)::int AS open,
          count(*) FILTER (WHERE review_reason IS NOT NULL)::int AS review
        FROM ${OLDEST_PENDING} AS e WHERE business_id = ANY ($1)
          GROUP BY business_id) AS e ON e.business_id = b.id`,
    values: [businesses.map(({ id }) => id)],
  });
  const found = new Map(rows.map((row) => [row.id, row]));
  return businesses.map((business) => {
    const { until = null, series = 0, open = 0, review = 0 } = found.get(business.id) ?? {};
    return { business, certificateUntil: until, series, open, inReview: review };
  });
}
