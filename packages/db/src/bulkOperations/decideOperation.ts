/** Lets persons approve, decline, pause, continue and cancel a bulk operation; audited. */

import type { Prisma } from '@rafaga/prisma';
import { audit, type Tx } from '../admin/audit.js';
import type { AuditAction } from '../admin/auditActions.js';
import type { Decider } from '../admin/proposal.js';
import { type Db, prismaOf } from '../db.js';
import { OperationProblem } from './createOperation.js';
import type { OperationState } from './operation.js';

interface Decision {
  action: AuditAction;
  from: readonly OperationState[];
  data: Prisma.OperationUncheckedUpdateManyInput;
}

/** @throws OperationProblem when its state has changed; then nothing is written */
async function change(db: Db, by: Decider, id: number, decision: Decision): Promise<void> {
  await prismaOf(db).$transaction(async (tx) => {
    await changeIn(tx, id, decision);
    if (decision.data.endedAt) await cancelItems(tx, id);
    await audit(tx, by, { action: decision.action, after: { id } });
  });
}

async function changeIn(tx: Tx, id: number, { from, data }: Decision): Promise<void> {
  const where = { id, state: { in: [...from] } };
  const { count } = await tx.operation.updateMany({ where, data });
  if (count === 0) throw new OperationProblem('gone');
}

/** Cancels the pending documents, so that other operations may contain them. */
const cancelItems = (tx: Tx, operationId: number) =>
  tx.operationItem.updateMany({
    where: { operationId, state: 'pending' },
    data: { state: 'cancelled', at: new Date() },
  });

/** Starts an operation that another person proposed. */
export async function approveOperation(db: Db, by: Decider, id: number): Promise<void> {
  const found = await prismaOf(db).operation.findUnique({ where: { id } });
  if (found?.proposedBy === by.userId) throw new OperationProblem('own');
  await change(db, by, id, {
    action: 'operation.approve',
    from: ['proposed'],
    data: { state: 'running', decidedBy: by.userId, decidedAt: new Date() },
  });
}

/** Declines an operation: another person rejects it, or its proposer withdraws it. */
export const declineOperation = (db: Db, by: Decider, id: number): Promise<void> =>
  change(db, by, id, {
    action: 'operation.decline',
    from: ['proposed'],
    data: {
      state: 'declined',
      decidedBy: by.userId,
      decidedAt: new Date(),
      endedAt: new Date(),
    },
  });

/**
 * After this returns, no further document is begun. The lease ends, so that the operation can
 * continue at once.
 */
export const pauseOperation = (db: Db, by: Decider, id: number): Promise<void> =>
  change(db, by, id, {
    action: 'operation.pause',
    from: ['running'],
    data: { state: 'paused', halted: 'person', leaseOwner: null, leaseUntil: null },
  });

/** Continues a paused operation; after a failed canary, with another canary. */
export async function continueOperation(db: Db, by: Decider, id: number): Promise<void> {
  const found = await prismaOf(db).operation.findUnique({ where: { id } });
  const again = found?.halted !== 'person' ? { canary: null } : {};
  await change(db, by, id, {
    action: 'operation.continue',
    from: ['paused'],
    data: { state: 'running', halted: null, ...again },
  });
}

/** Ends the operation; documents that are done stay as they are. */
export const cancelOperation = (db: Db, by: Decider, id: number): Promise<void> =>
  change(db, by, id, {
    action: 'operation.cancel',
    from: ['running', 'paused'],
    data: { state: 'cancelled', halted: null, endedAt: new Date() },
  });
