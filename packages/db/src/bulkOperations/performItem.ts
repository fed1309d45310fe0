/**
 * Processes one document of a bulk operation. The change of the document and its result are written
 * in one transaction, so that a killed process neither repeats nor skips a document.
 */
import type { By, Tx } from '../admin/audit.js';
import { type Db, poolOf } from '../db.js';
import { type KeepDecision, resolveReview } from '../support/resolveReview.js';
import { resumeIn } from '../support/resume.js';
import { type Exclusion, exclusionOf, type FactsRow, SELECT_FACTS, toFacts } from './exclusions.js';
import { inLease, type OperationLease, type RunningOperation } from './operationLease.js';

/** A document that is still to be processed. */
export interface PendingItem {
  position: number;
  documentId: number;
  epoch: number;
}

/** Lists the next documents to process, in the order of the plan. */
export async function pendingItems(
  db: Db,
  operationId: number,
  limit: number,
): Promise<PendingItem[]> {
  const { rows } = await poolOf(db).query<Omit<PendingItem, 'documentId'> & { documentId: string }>(
    {
      name: 'pending_operation_items',
      text: `SELECT position, document_id::text AS "documentId", epoch FROM operation_items
        WHERE operation_id = $1 AND state = 'pending' ORDER BY position LIMIT $2`,
      values: [operationId, limit],
    },
  );
  return rows.map((row) => ({ ...row, documentId: Number(row.documentId) }));
}

export interface ItemHooks {
  keep: KeepDecision;
  onFault(error: Error, documentId: number): void;
}

/** @returns false when this process has lost the lease of the operation */
export async function performItem(
  db: Db,
  lease: OperationLease,
  operation: RunningOperation,
  item: PendingItem,
  { keep, onFault }: ItemHooks,
): Promise<boolean> {
  const tried = await inLease(db, lease, (tx) => doItem(tx, operation, item, keep)).catch(
    (error: Error) => error,
  );
  if (!(tried instanceof Error)) return tried;
  // an error of the connection, a lock or the file store is retried; one of this document is
  // recorded
  if (!isOfDocument(tried)) throw tried;
  onFault(tried, item.documentId);
  return inLease(db, lease, (tx) => note(tx, operation.id, item.position, 'failed'));
}

/** Whether PostgreSQL refused the data: a check, a trigger or a unique index. */
const isOfDocument = (error: Error): boolean =>
  /\b(23\d{3}|22\d{3}|P0001)\b/.test(JSON.stringify((error as { meta?: unknown }).meta ?? ''));

async function doItem(
  tx: Tx,
  operation: RunningOperation,
  { position, documentId, epoch }: PendingItem,
  keep: KeepDecision,
) {
  await tx.$queryRaw`SELECT 1 FROM emissions WHERE document_id = ${documentId} FOR UPDATE`;
  const [row] = await tx.$queryRawUnsafe<FactsRow[]>(SELECT_FACTS, [documentId]);
  const facts = row && toFacts(row);
  const exclusion = facts ? exclusionOf(operation.task, facts, operation.id) : 'settled';
  const cause = exclusion ?? (facts?.epoch === epoch ? undefined : 'changed');
  if (cause || !(await execute(tx, operation, documentId, keep)))
    return note(tx, operation.id, position, 'skipped', cause ?? 'changed');
  await note(tx, operation.id, position, 'done');
  if (operation.canary === null)
    await tx.operation.update({ where: { id: operation.id }, data: { canary: position } });
}

function execute(
  tx: Tx,
  operation: RunningOperation,
  documentId: number,
  keep: KeepDecision,
): Promise<boolean> {
  const { task, actor, requestId } = operation;
  const by: By = {
    actor,
    reason: `${operation.reason} (operación ${operation.id})`,
    requestId: requestId ?? undefined,
  };
  return task.action === 'resume'
    ? resumeIn(tx, by, documentId)
    : resolveReview(tx, by, documentId, task.resolution, keep);
}

async function note(
  tx: Tx,
  operationId: number,
  position: number,
  state: 'done' | 'skipped' | 'failed',
  cause: Exclusion | null = null,
): Promise<void> {
  await tx.operationItem.update({
    where: { operationId_position: { operationId, position } },
    data: { state, cause, at: new Date() },
  });
}
