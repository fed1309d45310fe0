/**
 * Creates a bulk operation with one row for each document. An excluded document gets a row with the
 * cause too, so that the result lists every selected document.
 */
import { audit, type Tx } from '../admin/audit.js';
import type { Decider } from '../admin/proposal.js';
import { type Db, prismaOf } from '../db.js';
import {
  exclusionOf,
  type FactsRow,
  type OperationTask,
  SELECT_FACTS,
  toFacts,
} from './exclusions.js';

export interface NewOperation {
  /** Identifies the submitted page: no second operation is created with the same token. */
  token: string;
  task: OperationTask;
  /** How the documents were selected, in Spanish. */
  selection: string;
  ids: readonly number[];
}

/** The operation cannot be created or changed, for the reason given. */
export class OperationProblem extends Error {
  override name = 'OperationProblem';
  constructor(readonly reason: 'empty' | 'taken' | 'gone' | 'own') {
    super(reason);
  }
}

/**
 * A resume begins at once; an operation that resolves reviews waits for a second person.
 * @returns the id of the operation; if the token was used before, of the first one
 */
export async function createOperation(db: Db, by: Decider, wanted: NewOperation): Promise<number> {
  try {
    return await prismaOf(db).$transaction((tx) => create(tx, by, wanted));
  } catch (error) {
    throw isTaken(error) ? new OperationProblem('taken') : error;
  }
}

/** Whether a document is in another operation, or a simultaneous request used the token. */
const isTaken = (error: unknown): boolean => {
  const { code, meta } = error as { code?: string; meta?: { code?: string } };
  return code === 'P2002' || (code === 'P2010' && /23505/.test(JSON.stringify(meta)));
};

async function create(tx: Tx, by: Decider, { token, task, selection, ids }: NewOperation) {
  const [inserted] = await tx.$queryRaw<{ id: number }[]>`
    INSERT INTO operations
      (token, action, resolution, selection, reason, state, proposed_by, request_id)
    VALUES (${token}::uuid, ${task.action}, ${'resolution' in task ? task.resolution : null},
      ${selection}, ${by.reason ?? ''}, ${task.action === 'resume' ? 'running' : 'proposed'},
      ${by.userId}, ${by.requestId ?? null})
    ON CONFLICT (token) DO NOTHING RETURNING id`;
  if (!inserted) return (await tx.operation.findUniqueOrThrow({ where: { token } })).id;
  const { id } = inserted;
  const { pending, skipped } = await insertItems(tx, id, task, ids);
  if (pending === 0) throw new OperationProblem('empty');
  await audit(tx, by, {
    action: task.action === 'resume' ? 'operation.start' : 'operation.propose',
    after: { id, ...task, selection, documents: pending, leftOut: skipped },
  });
  return id;
}

async function insertItems(tx: Tx, id: number, task: OperationTask, ids: readonly number[]) {
  const facts = (await tx.$queryRawUnsafe<FactsRow[]>(SELECT_FACTS, [...new Set(ids)])).map(
    toFacts,
  );
  const items = facts.map((each, index) => {
    const cause = exclusionOf(task, each);
    return {
      operationId: id,
      position: index + 1,
      documentId: each.documentId,
      epoch: each.epoch,
      state: cause ? 'skipped' : 'pending',
      cause: cause ?? null,
      at: cause ? new Date() : null,
    };
  });
  await tx.operationItem.createMany({ data: items });
  const pending = items.filter(({ state }) => state === 'pending').length;
  return { pending, skipped: items.length - pending };
}
