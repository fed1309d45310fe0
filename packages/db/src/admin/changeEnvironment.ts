/**
 * Changes a business's environment. Refused while documents are pending in the old one; with the
 * approval of two persons, those that were never sent move to the new one.
 */
import type { Prisma } from '@rafaga/prisma';
import { forgetTrials } from './accessTrials.js';
import { audit, type By, type Tx } from './audit.js';
import { type Environment, isElsewhere, type Target, targetOf } from './environments.js';
import { countPendingWithin, DocumentsPending } from './pendingDocuments.js';
import { takeOverPending } from './takeOverPending.js';

/**
 * Changes the environment within a transaction. Its lock excludes calls that issue documents, so
 * that none is issued for the old environment after the pending ones are counted.
 * @throws DocumentsPending unless they are to be taken over
 */
export async function changeEnvironment(
  tx: Tx,
  by: By,
  businessId: number,
  to: Target,
  { takeOver = false } = {},
): Promise<void> {
  await lockEnvironment(tx, businessId);
  const { authority, billUrl, consultUrl, environment } = await tx.business.findUniqueOrThrow({
    where: { id: businessId },
  });
  const from = targetOf({ authority, billUrl, consultUrl, environment } as Target);
  if (isElsewhere(from, to)) {
    const waiting = await countPendingWithin(tx, businessId);
    if (waiting.documents > 0 && !takeOver) throw new DocumentsPending(waiting);
    await bringUnusedSeries(tx, businessId, from.environment, to.environment);
  }
  await tx.business.update({ where: { id: businessId }, data: { ...to } });
  if (isElsewhere(from, to) || from.consultUrl !== to.consultUrl)
    await forgetTrials(tx, businessId, { sol: true, consult: true });
  if (takeOver) await takeOverPending(tx, by, businessId);
  await audit(tx, by, {
    action: 'environment.change',
    businessId,
    before: { ...from },
    after: { ...to } as Prisma.InputJsonObject,
  });
}

/** Locks in the order of issue_batch: the series, then their business. */
async function lockEnvironment(tx: Tx, businessId: number): Promise<void> {
  await tx.$queryRaw`SELECT id FROM series WHERE business_id = ${businessId}
    ORDER BY code, environment FOR NO KEY UPDATE`;
  await tx.$queryRaw`SELECT id FROM businesses WHERE id = ${businessId} FOR UPDATE`;
}

/**
 * Whether the environment or the address has changed since a proposal to change it; it stays as it
 * is until the end of the transaction. The audit tells it: also of proposals of earlier versions.
 */
export async function hasMovedSince(
  tx: Tx,
  businessId: number,
  proposalId: number,
): Promise<boolean> {
  await lockEnvironment(tx, businessId);
  const proposed = await tx.audit.findFirst({
    where: { businessId, action: 'proposal.add', after: { path: ['id'], equals: proposalId } },
    select: { id: true },
  });
  const changes = await tx.audit.findMany({
    where: { businessId, action: 'environment.change', id: { gt: proposed?.id ?? 0n } },
    select: { before: true, after: true },
  });
  return changes.some(({ before, after }) =>
    isElsewhere(before as unknown as Target, after as unknown as Target),
  );
}

/** Moves series that have given no number yet, with their first number, to the new environment. */
async function bringUnusedSeries(
  tx: Tx,
  businessId: number,
  from: Environment,
  to: Environment,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE series s SET environment = ${to}
      WHERE s.business_id = ${businessId} AND s.environment = ${from}
      AND NOT EXISTS (SELECT FROM documents d
        WHERE d.business_id = s.business_id AND d.kind = s.kind AND d.series = s.code
          AND d.environment = s.environment)
      AND NOT EXISTS (SELECT FROM detached_numbers n
        WHERE n.business_id = s.business_id AND n.environment = s.environment AND n.series = s.code)
      AND NOT EXISTS (SELECT FROM series o
        WHERE o.business_id = s.business_id AND o.environment = ${to} AND o.code = s.code)`;
}
