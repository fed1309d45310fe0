/**
 * Carries out a bulk operation step by step: the first document (the canary), a check of its
 * outcome, then the others in the order of the plan.
 */
import { audit, type By } from '../admin/audit.js';
import { type Db, poolOf } from '../db.js';
import type { Halt } from './operation.js';
import {
  inLease,
  type OperationLease,
  type RunningOperation,
  renewOperation,
} from './operationLease.js';
import { type ItemHooks, pendingItems, performItem } from './performItem.js';

/** 'over': finished, paused, cancelled, or claimed by another process. */
export type Step = 'more' | 'wait' | 'over';

/** Documents between two renewals of the lease. */
const BATCH = 10;

/** Takes one step: the canary, the check of its outcome, or a batch of the others. */
export async function stepOperation(
  db: Db,
  lease: OperationLease,
  hooks: ItemHooks,
): Promise<Step> {
  const operation = await renewOperation(db, lease);
  if (!operation) return 'over';
  if (operation.canary !== null && !operation.canaryPassed)
    return watchCanary(db, lease, operation, operation.canary);
  const items = await pendingItems(db, lease.id, operation.canaryPassed ? BATCH : 1);
  if (items.length === 0) return end(db, lease, 'finished');
  for (const item of items)
    if (!(await performItem(db, lease, operation, item, hooks))) return 'over';
  return 'more';
}

interface CanaryState {
  settled: string | null;
  evidence: string | null;
  stage: string | null;
}

/** Waits until the canary is accepted, or its review is resolved, before the others begin. */
async function watchCanary(
  db: Db,
  lease: OperationLease,
  { task }: RunningOperation,
  position: number,
): Promise<Step> {
  const { rows } = await poolOf(db).query<CanaryState>({
    name: 'watch_canary',
    text: `SELECT o.state AS settled, o.evidence, e.stage FROM operation_items i
      LEFT JOIN outcomes o ON o.document_id = i.document_id
      LEFT JOIN emissions e ON e.document_id = i.document_id
      WHERE i.operation_id = $1 AND i.position = $2`,
    values: [lease.id, position],
  });
  const { settled, evidence, stage } = rows[0] ?? {};
  if (settled && evidence === 'person' && task.action === 'resume')
    return halt(db, lease, 'canary_settled');
  if (settled === 'accepted' || (settled && task.action === 'resolve')) {
    const passed = await inLease(db, lease, async (tx) => {
      await tx.operation.update({ where: { id: lease.id }, data: { canaryPassed: true } });
    });
    return passed ? 'more' : 'over';
  }
  if (settled) return halt(db, lease, 'canary_rejected');
  return stage === 'review' ? halt(db, lease, 'canary_review') : 'wait';
}

/** Pauses until a person decides; ends the operation when no documents are left. */
async function halt(db: Db, lease: OperationLease, halted: Halt): Promise<Step> {
  if ((await pendingItems(db, lease.id, 1)).length === 0) return end(db, lease, 'finished');
  await inLease(db, lease, async (tx) => {
    const data = { state: 'paused', halted, leaseOwner: null, leaseUntil: null };
    await tx.operation.update({ where: { id: lease.id }, data });
    await audit(tx, SYSTEM, { action: 'operation.halt', after: { id: lease.id, halted } });
  });
  return 'over';
}

async function end(db: Db, lease: OperationLease, state: 'finished'): Promise<Step> {
  await inLease(db, lease, async (tx) => {
    const data = { state, endedAt: new Date() };
    await tx.operation.update({ where: { id: lease.id }, data });
    await audit(tx, SYSTEM, { action: 'operation.finish', after: { id: lease.id } });
  });
  return 'over';
}

const SYSTEM: By = { actor: 'system' };
