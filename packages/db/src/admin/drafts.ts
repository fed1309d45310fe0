/**
 * Undoes what can be undone only while a business is a draft that never issued: its RUC, and its
 * creation.
 */

import type { Business } from '@rafaga/prisma';
import { type Db, prismaOf } from '../db.js';
import { forgetTrials } from './accessTrials.js';
import { audit, type By, type Tx } from './audit.js';

/** The business was active once, has documents, or has users of its own. */
export class NotADraft extends Error {
  override name = 'NotADraft';

  constructor(readonly reason: 'state' | 'documents' | 'users') {
    super(`not a draft any more: ${reason}`);
  }
}

/**
 * @throws NotADraft
 * @throws a Prisma error P2002 when a business has this RUC already
 */
export function changeDraftRuc(db: Db, by: By, id: number, ruc: string): Promise<Business> {
  return prismaOf(db).$transaction(async (tx) => {
    const before = await lockDraft(tx, id);
    const after = await tx.business.update({ where: { id }, data: { ruc } });
    await forgetTrials(tx, id, { sol: true, consult: true });
    await audit(tx, by, {
      action: 'business.ruc',
      businessId: id,
      before: { ruc: before.ruc },
      after: { ruc },
    });
    return after;
  });
}

/**
 * Deletes a business with its keys, accesses and design; its audit records stay.
 * @throws NotADraft
 */
export function deleteDraft(db: Db, by: By, id: number): Promise<void> {
  return prismaOf(db).$transaction(async (tx) => {
    const { ruc, legalName } = await lockDraft(tx, id);
    if ((await tx.user.count({ where: { businessId: id } })) > 0) throw new NotADraft('users');
    const where = { businessId: id };
    for (const table of [tx.proposal, tx.credential, tx.certificate, tx.access, tx.series])
      await (table as typeof tx.series).deleteMany({ where });
    await tx.business.delete({ where: { id } });
    await audit(tx, by, { action: 'business.delete', businessId: id, before: { ruc, legalName } });
  });
}

async function lockDraft(tx: Tx, id: number): Promise<Business> {
  await tx.$executeRaw`SELECT FROM businesses WHERE id = ${id} FOR UPDATE`;
  const business = await tx.business.findUniqueOrThrow({ where: { id } });
  if (business.state !== 'draft') throw new NotADraft('state');
  const where = { businessId: id };
  if (
    (await tx.document.findFirst({ where, select: { id: true } })) ||
    (await tx.detachedNumbers.findFirst({ where, select: { series: true } }))
  )
    throw new NotADraft('documents');
  return business;
}
