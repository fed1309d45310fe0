/**
 * Records the second person's decision on a proposal. An approval carries out the action in the
 * same transaction. The audit names both persons.
 */

import type { Proposal } from '@rafaga/prisma';
import { type Db, prismaOf } from '../db.js';
import { DecisionNotKept, type KeepDecision, resolveReview } from '../support/resolveReview.js';
import { audit, type By, type Tx } from './audit.js';
import { changeEnvironment, hasMovedSince } from './changeEnvironment.js';
import { refuseShownAccepted } from './discarding.js';
import {
  type Decider,
  ProposalProblem,
  type Proposed,
  placeOf,
  shown,
  whatOf,
} from './proposal.js';
import { SeriesProblem, setCounter } from './series.js';

/**
 * Approves a proposal and carries out its action, with the reason of the proposal.
 * @throws ProposalProblem, without any change, when it cannot be carried out
 */
export function approveProposal(
  db: Db,
  by: Decider,
  id: number,
  keep: KeepDecision,
): Promise<Proposed> {
  const approve = async (tx: Tx): Promise<Proposed> => {
    const row = await decide(tx, by, { id, approved: true });
    const what = whatOf(row);
    if (await waitsForRestoration(tx, what)) throw new ProposalProblem('restoring');
    await audit(tx, by, {
      action: 'proposal.approve',
      ...placeOf(what),
      after: { id, ...shown(what) },
    });
    await execute(tx, { ...by, reason: row.reason }, what, row, keep);
    return what;
  };
  return prismaOf(db).$transaction(approve, { timeout: LONGEST_MS });
}

/**
 * While a restoration is open the database may know less of a document than was proposed about, or
 * than SUNAT does. A business may have to change its environment before the end: not before the
 * rebuild has found what may have been sent.
 */
async function waitsForRestoration(tx: Tx, { action }: Proposed): Promise<boolean> {
  const where = { endedAt: null };
  const open = await tx.restoration.findFirst({ where, select: { rebuilt: true } });
  if (!open) return false;
  return action === 'document.resolve' || (action === 'environment.change' && !open.rebuilt);
}

/** The time limit of the transaction: a change of environment may move many documents. */
const LONGEST_MS = 120_000;

/** Declines a proposal: another person rejects it, or its author withdraws it. */
export function declineProposal(db: Db, by: Decider, id: number): Promise<void> {
  return prismaOf(db).$transaction(async (tx) => {
    const what = whatOf(await decide(tx, by, { id, approved: false }));
    await audit(tx, by, {
      action: 'proposal.decline',
      ...placeOf(what),
      after: { id, ...shown(what) },
    });
  });
}

/** Records the decision, unless there is one already. */
async function decide(
  tx: Tx,
  by: Decider,
  { id, approved }: { id: number; approved: boolean },
): Promise<Proposal> {
  const row = await tx.proposal.findFirst({ where: { id, decidedAt: null } });
  if (!row) throw new ProposalProblem('gone');
  if (approved && row.proposedBy === by.userId) throw new ProposalProblem('own');
  const { count } = await tx.proposal.updateMany({
    where: { id, decidedAt: null },
    data: { decidedAt: new Date(), decidedBy: by.userId, approved },
  });
  if (count === 0) throw new ProposalProblem('gone');
  return row;
}

function execute(
  tx: Tx,
  by: By,
  what: Proposed,
  { id, proposedAt }: Proposal,
  keep: KeepDecision,
): Promise<void> {
  switch (what.action) {
    case 'document.resolve':
      return resolveDocument(tx, by, what, proposedAt, keep);
    case 'series.next':
      return setNextNumber(tx, by, what);
    case 'environment.change':
      return moveBusiness(tx, by, what, id);
  }
}

type ProposedAction<A extends Proposed['action']> = Extract<Proposed, { action: A }>;

async function resolveDocument(
  tx: Tx,
  by: By,
  what: ProposedAction<'document.resolve'>,
  proposedAt: Date,
  keep: KeepDecision,
): Promise<void> {
  const { documentId, resolution } = what;
  await refuseShownAccepted(tx, what);
  // the document was put in review again after the proposal, for a reason that it does not know
  const where = { documentId, step: 'review', at: { gt: proposedAt } };
  if ((await tx.attempt.count({ where })) > 0) throw new ProposalProblem('cannot');
  if (!(await resolveReview(tx, by, documentId, resolution, keep).catch(notKept)))
    throw new ProposalProblem('cannot');
}

function notKept(error: unknown): never {
  throw error instanceof DecisionNotKept
    ? new ProposalProblem('not_kept', { cause: error.cause })
    : error;
}

async function setNextNumber(tx: Tx, by: By, what: ProposedAction<'series.next'>): Promise<void> {
  const { environment } = await tx.business.findUniqueOrThrow({ where: { id: what.businessId } });
  if (environment !== what.environment) throw new ProposalProblem('cannot');
  try {
    await setCounter(tx, by, what.businessId, what.series, what.nextNumber);
  } catch (error) {
    throw error instanceof SeriesProblem ? new ProposalProblem('cannot') : error;
  }
}

async function moveBusiness(
  tx: Tx,
  by: By,
  { action: _, businessId, ...to }: ProposedAction<'environment.change'>,
  proposalId: number,
): Promise<void> {
  // it was proposed about the documents of the environment that the business had then
  if (await hasMovedSince(tx, businessId, proposalId)) throw new ProposalProblem('cannot');
  await changeEnvironment(tx, by, businessId, to, { takeOver: true });
}
