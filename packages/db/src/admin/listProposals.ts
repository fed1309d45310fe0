/** Lists the pending proposals, with the names of their businesses and authors. */
import type { Kind } from '@rafaga/fiscal';
import type { Prisma, Proposal } from '@rafaga/prisma';
import { type Db, prismaOf } from '../db.js';
import { businessWhere, type Scope } from '../scope.js';
import type { Environment } from './environments.js';
import { type Proposed, whatOf } from './proposal.js';

export interface PendingProposal
  extends Pick<Proposal, 'id' | 'businessId' | 'reason' | 'proposedBy' | 'proposedAt'> {
  what: Proposed;
  /** The document; null for a proposal about a series or an environment. */
  document: ProposedDocument | null;
  ruc: string;
  legalName: string;
  /** The present environment of the business. */
  environment: Environment;
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
  { scope, documentId, limit = 100 }: { scope: Scope; documentId?: number; limit?: number },
): Promise<PendingProposal[]> {
  const rows = await prismaOf(db).proposal.findMany({
    where: {
      ...businessWhere(scope),
      ...(documentId !== undefined && { documentId }),
      decidedAt: null,
    },
    include: NAMES,
    orderBy: { id: 'asc' },
    take: limit,
  });
  return withDocuments(db, rows);
}

export async function findProposal(db: Db, id: number): Promise<PendingProposal | undefined> {
  const where = { id, decidedAt: null };
  const row = await prismaOf(db).proposal.findFirst({ where, include: NAMES });
  return row === null ? undefined : (await withDocuments(db, [row]))[0];
}

const NAMES = {
  proposer: { select: { name: true } },
  business: { select: { ruc: true, legalName: true, environment: true } },
} satisfies Prisma.ProposalInclude;

const OF_DOCUMENT = {
  id: true,
  reference: true,
  kind: true,
  series: true,
  number: true,
  currency: true,
  total: true,
} satisfies Prisma.DocumentSelect;

type NamedProposal = Prisma.ProposalGetPayload<{ include: typeof NAMES }>;

type FoundDocument = Prisma.DocumentGetPayload<{ select: typeof OF_DOCUMENT }>;

async function withDocuments(db: Db, rows: NamedProposal[]): Promise<PendingProposal[]> {
  const ids = rows.flatMap(({ documentId }) => documentId ?? []);
  const found =
    ids.length === 0
      ? []
      : await prismaOf(db).document.findMany({ where: { id: { in: ids } }, select: OF_DOCUMENT });
  const documents = new Map(found.map((document) => [document.id, document]));
  return rows.map((row) => toPending(row, documents.get(row.documentId ?? 0n)));
}

const toPending = (
  { proposer, business, ...row }: NamedProposal,
  document: FoundDocument | undefined,
): PendingProposal => ({
  ...row,
  ...business,
  environment: business.environment as Environment,
  document: document ? toProposed(document) : null,
  proposer: proposer.name,
  what: whatOf(row),
});

const toProposed = ({ id: _, kind, total, ...document }: FoundDocument): ProposedDocument => ({
  ...document,
  kind: kind as Kind,
  total: total.toFixed(2),
});
