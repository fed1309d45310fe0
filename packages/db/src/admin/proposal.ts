/** The types of a proposal, and its conversion from a row and for the audit. */
import type { Prisma, Proposal } from '@rafaga/prisma';
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
  /** Takes over the documents that are pending in the old environment. */
  | ({ action: 'environment.change'; businessId: number } & Target);

/** The panel user that proposes or decides. */
export interface Decider extends By {
  userId: number;
}

export class ProposalProblem extends Error {
  override name = 'ProposalProblem';
  constructor(
    readonly reason:
      | 'waits_already'
      | 'gone'
      | 'own'
      | 'cannot'
      /** To discard what an inquiry has shown that the authority has, accepted. */
      | 'shown_accepted'
      | 'not_kept'
      | 'restoring',
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/** The proposed action that a row describes. */
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

/** The business and the document that its audit records name. */
export const placeOf = (what: Proposed): { businessId: number; documentId?: number } => ({
  businessId: what.businessId,
  ...(what.action === 'document.resolve' ? { documentId: what.documentId } : {}),
});

/** The proposed action as its audit records show it. */
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
