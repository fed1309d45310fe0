/**
 * What needs two persons: one proposes it, another approves it, and with the approval it is done,
 * or neither. The terminal asks for both like the panel, and the trail names both.
 */

import { type Db, prismaOf } from '../db.js';
import type { Prisma, Proposal } from '../generated/client.js';
import { type Resolution, resolveReview } from '../support/resolveReview.js';
import { audit, type By, type Tx } from './audit.js';
import { changeEnvironment, type Environment, type Target } from './environments.js';
import { SeriesProblem, setCounter } from './series.js';

export type Proposed =
  | { action: 'document.resolve'; businessId: number; documentId: number; resolution: Resolution }
  | {
      action: 'series.next';
      businessId: number;
      environment: Environment;
      series: string;
      nextNumber: number;
    }
  /** With the documents that wait for the environment that is left. */
  | ({ action: 'environment.change'; businessId: number } & Target);

export interface PendingProposal
  extends Pick<Proposal, 'id' | 'businessId' | 'reason' | 'proposedBy' | 'proposedAt'> {
  what: Proposed;
  ruc: string;
  legalName: string;
  /** The name of the person who proposed it. */
  proposer: string;
}

/** Who decides: a person who is known to the panel, wherever the decision is made. */
export interface Decider extends By {
  userId: number;
}

export class ProposalProblem extends Error {
  override name = 'ProposalProblem';
  constructor(readonly reason: 'waits_already' | 'gone' | 'own' | 'cannot') {
    super(reason);
  }
}

/** Throws ProposalProblem when one for the same thing waits already. */
export async function propose(db: Db, by: Decider, what: Proposed): Promise<number> {
  const { action, ...content } = what;
  try {
    return await prismaOf(db).$transaction(async (tx) => {
      const { id } = await tx.proposal.create({
        data: { ...content, action, reason: by.reason ?? '', proposedBy: by.userId },
      });
      await audit(tx, by, {
        action: 'proposal.add',
        ...placeOf(what),
        after: { id, ...shown(what) },
      });
      return id;
    });
  } catch (error) {
    throw (error as { code?: string }).code === 'P2002'
      ? new ProposalProblem('waits_already')
      : error;
  }
}

/** What waits for a second person, the oldest first. */
export async function listProposals(
  db: Db,
  filter: { businessId?: number; documentId?: number; limit?: number } = {},
): Promise<PendingProposal[]> {
  const { limit = 100, ...where } = filter;
  const rows = await prismaOf(db).proposal.findMany({
    where: { ...where, decidedAt: null },
    include: {
      proposer: { select: { name: true } },
      business: { select: { ruc: true, legalName: true } },
    },
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map(({ proposer, business, ...row }) => ({
    ...row,
    ...business,
    proposer: proposer.name,
    what: whatOf(row),
  }));
}

export async function findProposal(db: Db, id: number): Promise<PendingProposal | undefined> {
  const row = await prismaOf(db).proposal.findFirst({
    where: { id, decidedAt: null },
    include: {
      proposer: { select: { name: true } },
      business: { select: { ruc: true, legalName: true } },
    },
  });
  if (!row) return undefined;
  const { proposer, business, ...rest } = row;
  return { ...rest, ...business, proposer: proposer.name, what: whatOf(rest) };
}

/**
 * Does what was proposed, for the reason that was given for it. Throws ProposalProblem, and then
 * nothing was done.
 */
export function approveProposal(db: Db, by: Decider, id: number): Promise<Proposed> {
  const approve = async (tx: Tx): Promise<Proposed> => {
    const row = await decide(tx, by, id, true);
    const what = whatOf(row);
    await audit(tx, by, {
      action: 'proposal.approve',
      ...placeOf(what),
      after: { id, ...shown(what) },
    });
    await execute(tx, { ...by, reason: row.reason }, what, row.proposedAt);
    return what;
  };
  return prismaOf(db).$transaction(approve, { timeout: LONGEST_MS });
}

/**
 * A business that has waited for days has many documents to take over, and all of them go or none.
 */
const LONGEST_MS = 120_000;

/**
 * Takes a proposal off the list: another user does not agree, or its author withdraws it.
 */
export function declineProposal(db: Db, by: Decider, id: number): Promise<void> {
  return prismaOf(db).$transaction(async (tx) => {
    const what = whatOf(await decide(tx, by, id, false));
    await audit(tx, by, {
      action: 'proposal.decline',
      ...placeOf(what),
      after: { id, ...shown(what) },
    });
  });
}

/** One decision wins; the row stays, with who took it. */
async function decide(tx: Tx, by: Decider, id: number, approved: boolean): Promise<Proposal> {
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

async function execute(tx: Tx, by: By, what: Proposed, proposedAt: Date): Promise<void> {
  if (what.action === 'document.resolve') {
    // what was verified then is not what the authority has said since
    const where = { documentId: what.documentId, step: 'review', at: { gt: proposedAt } };
    if ((await tx.attempt.count({ where })) > 0) throw new ProposalProblem('cannot');
    if (!(await resolveReview(tx, by, what.documentId, what.resolution)))
      throw new ProposalProblem('cannot');
    return;
  }
  if (what.action === 'environment.change') {
    const { action: _, businessId, ...to } = what;
    return changeEnvironment(tx, by, businessId, to, { takeOver: true });
  }
  const { environment } = await tx.business.findUniqueOrThrow({ where: { id: what.businessId } });
  if (environment !== what.environment) throw new ProposalProblem('cannot');
  try {
    await setCounter(tx, by, what.businessId, what.series, what.nextNumber);
  } catch (error) {
    throw error instanceof SeriesProblem ? new ProposalProblem('cannot') : error;
  }
}

function whatOf({
  action,
  businessId,
  documentId,
  series,
  resolution,
  nextNumber,
  ...row
}: Proposal): Proposed {
  if (action === 'document.resolve')
    return {
      action,
      businessId,
      documentId: Number(documentId),
      resolution: resolution as Resolution,
    };
  const environment = row.environment as Environment;
  if (action === 'series.next')
    return { action, businessId, environment, series: series ?? '', nextNumber: nextNumber ?? 0 };
  const { billUrl, consultUrl } = row;
  return {
    action: 'environment.change',
    businessId,
    authority: row.authority as Target['authority'],
    billUrl,
    consultUrl,
    environment,
  };
}

const placeOf = (what: Proposed): { businessId: number; documentId?: number } => ({
  businessId: what.businessId,
  ...(what.action === 'document.resolve' ? { documentId: what.documentId } : {}),
});

/** As the trail names it. */
function shown(what: Proposed): Prisma.InputJsonObject {
  if (what.action === 'document.resolve') return { action: what.action, as: what.resolution };
  if (what.action === 'series.next')
    return {
      action: what.action,
      environment: what.environment,
      series: what.series,
      next: what.nextNumber,
    };
  const { businessId: _, ...target } = what;
  return { ...target };
}
