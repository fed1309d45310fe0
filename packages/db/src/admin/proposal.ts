/** The types of a proposal, and its conversion from a row and for the audit. */
import type { Prisma, Proposal } from '../generated/client.js';
import type { Resolution } from '../support/resolveReview.js';
import type { By } from './audit.js';
import type { Environment, Target } from './environments.js';

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

/** The user of the panel that proposes or decides. */
export interface Decider extends By {
  userId: number;
}

export class ProposalProblem extends Error {
  override name = 'ProposalProblem';
  constructor(readonly reason: 'waits_already' | 'gone' | 'own' | 'cannot') {
    super(reason);
  }
}

/** The proposed action of a row. */
export function whatOf({
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

/** The business and the document of its audit records. */
export const placeOf = (what: Proposed): { businessId: number; documentId?: number } => ({
  businessId: what.businessId,
  ...(what.action === 'document.resolve' ? { documentId: what.documentId } : {}),
});

/** The content of its audit records. */
export function shown(what: Proposed): Prisma.InputJsonObject {
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
