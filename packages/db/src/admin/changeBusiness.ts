/** Creates and changes businesses, each change with its row of the audit. */

import type { Business, Prisma } from '@rafaga/prisma';
import { type Db, prismaOf } from '../db.js';
import { resumeUnproven } from '../support/resume.js';
import { audit, audited, type By } from './audit.js';
import { changeEnvironment } from './changeEnvironment.js';
import { type Environment, targetOf } from './environments.js';

/**
 * The settings of a business; one that is left out keeps its value or gets the schema's default.
 */
export interface BusinessData {
  legalName?: string;
  tradeName?: string | null;
  address?: string | null;
  ubigeo?: string | null;
  /** Whether it is a test account: it can be set up but cannot issue. */
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
  /** The environment of a 'custom' authority (default: production); the others have their own. */
  environment?: Environment;
  /** How far beyond the last number of a series a caller may choose a number. */
  maxNumberJump?: number;
  printFormats?: string[];
  defaultFormat?: string;
  /** What a 1033 means after a send that may have arrived, when the authority cannot be queried. */
  unprovenPolicy?: UnprovenPolicy;
}

export type UnprovenPolicy = 'review' | 'presume';

export type BusinessState = 'draft' | 'active' | 'suspended';

/** @throws a Prisma error P2002 when a business has this RUC already */
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
 * A new `authority` must come with its addresses.
 * @throws DocumentsPending when documents are pending in the environment that would be left
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

/** Adds the time of the choice to a policy that a person chose; a default has no such time. */
const chosen = <T extends BusinessData>(data: T) => ({
  ...data,
  ...(data.unprovenPolicy === undefined ? {} : { unprovenChosenAt: new Date() }),
  ...(data.pricesIncludeTax === undefined ? {} : { pricesChosenAt: new Date() }),
});

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
