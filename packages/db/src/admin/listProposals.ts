/** Lists the pending proposals, with the names of their businesses and authors. */
import type { Kind } from '@rafaga/fiscal';
import { type Db, prismaOf } from '../db.js';
import type { Prisma, Proposal } from '../generated/client.js';
import { type Proposed, whatOf } from './proposal.js';

export interface PendingProposal
  extends Pick<Proposal, 'id' | 'businessId' | 'reason' | 'proposedBy' | 'proposedAt'> {
  what: Proposed;
  /** The document; null for a proposal about a series or an environment. */
  document: ProposedDocument | null;
  ruc: string;
  legalName: string;
  /** The name of the person who proposed it. */
  proposer: string;
}

export interface ProposedDocument {
  reference: string;
  kind: Kind;
  series: string;
  number: number;
  currency: string;
  /** Decimal text. */
  total: string;
}

/** Pending proposals, the oldest first. */
export async function listProposals(
  db: Db,
  filter: { businessId?: number; documentId?: number; limit?: number } = {},
): Promise<PendingProposal[]> {
  const { limit = 100, ...where } = filter;
  const rows = await prismaOf(db).proposal.findMany({
    where: { ...where, decidedAt: null },
    include: NAMES,
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map(toPending);
}

export async function findProposal(db: Db, id: number): Promise<PendingProposal | undefined> {
  const where = { id, decidedAt: null };
  const row = await prismaOf(db).proposal.findFirst({ where, include: NAMES });
  return row === null ? undefined : toPending(row);
}

const NAMES = {
  proposer: { select: { name: true } },
  business: { select: { ruc: true, legalName: true } },
  document: {
    select: {
      reference: true,
      kind: true,
      series: true,
      number: true,
      currency: true,
      total: true,
    },
  },
} satisfies Prisma.ProposalInclude;

type NamedProposal = Prisma.ProposalGetPayload<{ include: typeof NAMES }>;

const toPending = ({ proposer, business, document, ...row }: NamedProposal): PendingProposal => ({
  ...row,
  ...business,
  document: document && {
    ...document,
    kind: document.kind as Kind,
    total: document.total.toFixed(2),
  },
  proposer: proposer.name,
  what: whatOf(row),
});
