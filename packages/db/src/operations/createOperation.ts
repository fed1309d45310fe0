/**
 * Creates a bulk operation with one row for each document. What was left out is kept too, with its
 * cause, so that the result names every document that was chosen.
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
  /** Of the page: a second operation with the same token is not created. */
  token: string;
  task: OperationTask;
  /** How the documents were chosen, in words. */
  selection: string;
  ids: readonly number[];
}

/** Nothing is left to do, or another operation took one of the documents at this moment. */
export class OperationProblem extends Error {
  override name = 'OperationProblem';
  constructor(readonly reason: 'empty' | 'taken' | 'gone' | 'own') {
    super(reason);
  }
}

/**
 * A resume begins at once; what resolves reviews waits for a second person.
 * @returns the id of the operation, of the first one when the token was used before
 */
export async function createOperation(db: Db, by: Decider, wanted: NewOperation): Promise<number> {
  try {
    return await prismaOf(db).$transaction((tx) => create(tx, by, wanted));
  } catch (error) {
    throw isTaken(error) ? new OperationProblem('taken') : error;
  }
}

/** A unique violation: of the token only when the two requests ran at the same moment. */
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
