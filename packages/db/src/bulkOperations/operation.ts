/** Reads bulk operations: by id, by the token of their page, and as lists. */

import type { Prisma, Operation as Row } from '@rafaga/prisma';
import { type Db, prismaOf } from '../db.js';
import type { PageQuery } from '../support/pageQuery.js';
import type { Resolution } from '../support/resolveReview.js';
import type { OperationTask } from './exclusions.js';

export type OperationState =
  /** waits for a second person */
  'proposed' | 'declined' | 'running' | 'paused' | 'cancelled' | 'finished';

/**
 * Why an operation is paused: a person paused it, or its canary was rejected, went back to review
 * or was resolved by persons.
 */
export type Halt = 'person' | 'canary_rejected' | 'canary_review' | 'canary_settled';

export interface Operation
  extends Pick<
    Row,
    'id' | 'selection' | 'reason' | 'proposedBy' | 'createdAt' | 'decidedAt' | 'endedAt'
  > {
  task: OperationTask;
  state: OperationState;
  halted: Halt | null;
  proposer: string;
  /** The name of the person that approved or declined it. */
  decider: string | null;
  /** The position of the document that was processed first; null: none yet. */
  canary: number | null;
  canaryPassed: boolean;
}

const PEOPLE = {
  proposer: { select: { name: true } },
  decider: { select: { name: true } },
} as const;

type RowWithPeople = Prisma.OperationGetPayload<{ include: typeof PEOPLE }>;

const toOperation = ({ proposer, decider, ...row }: RowWithPeople): Operation => ({
  ...row,
  task: taskOf(row),
  state: row.state as OperationState,
  halted: row.halted as Halt | null,
  proposer: proposer.name,
  decider: decider?.name ?? null,
});

export const taskOf = ({
  action,
  resolution,
}: Pick<Row, 'action' | 'resolution'>): OperationTask =>
  action === 'resume' ? { action } : { action: 'resolve', resolution: resolution as Resolution };

export async function findOperation(db: Db, id: number): Promise<Operation | undefined> {
  const row = await prismaOf(db).operation.findUnique({ where: { id }, include: PEOPLE });
  return row ? toOperation(row) : undefined;
}

/** The id of the operation that the page with this token started. */
export async function findOperationByToken(db: Db, token: string): Promise<number | undefined> {
  const row = await prismaOf(db).operation.findUnique({ where: { token }, select: { id: true } });
  return row?.id;
}

/** Lists operations, the newest first. */
export async function listOperations(
  db: Db,
  { from, back, limit }: PageQuery,
): Promise<Operation[]> {
  const backwards = back === true && from !== undefined;
  const rows = await prismaOf(db).operation.findMany({
    where: from === undefined ? {} : { id: backwards ? { gt: from } : { lt: from } },
    include: PEOPLE,
    orderBy: { id: backwards ? 'asc' : 'desc' },
    take: limit,
  });
  return (backwards ? rows.reverse() : rows).map(toOperation);
}

/** Lists the operations that wait for a second person, the oldest first. */
export async function listProposedOperations(db: Db, limit = 20): Promise<Operation[]> {
  const rows = await prismaOf(db).operation.findMany({
    where: { state: 'proposed', endedAt: null },
    include: PEOPLE,
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map(toOperation);
}
