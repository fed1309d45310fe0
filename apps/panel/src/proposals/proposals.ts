/** Proposals: actions that one user proposes and another approves or declines. */
import {
  approveProposal,
  type Decider,
  declineProposal,
  findProposal,
  isInScope,
  type PendingProposal,
  ProposalProblem,
  type Proposed,
  propose,
} from '@rafaga/db';
import { PROPOSAL_PROBLEM } from '@rafaga/operations';
import { decisionKeeper } from '@rafaga/storage';
import { notFound, PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { isPermitted } from '../users/permissions.js';

const decider = (request: AuthenticatedRequest, reason?: string): Decider => ({
  ...request.by(reason),
  userId: request.user.id,
});

/** Stores a proposal; nothing else happens until a second user approves it. */
export const addProposal = (
  request: AuthenticatedRequest,
  reason: string,
  what: Proposed,
): Promise<number> => orRefused(propose(request.deps.db, decider(request, reason), what));

async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ProposalProblem)) throw error;
    const { reason, cause } = error;
    throw new PageRefusal(reason === 'not_kept' ? 503 : 409, PROPOSAL_PROBLEM[reason], { cause });
  }
}

export async function approve(request: AuthenticatedRequest): Promise<PageResponse> {
  const proposal = await wanted(request);
  const { what, businessId } = proposal;
  const { db, files } = request.deps;
  await orRefused(approveProposal(db, decider(request), proposal.id, decisionKeeper(files)));
  if (what.action !== 'document.resolve') await request.deps.settingsChanges.publish(businessId);
  return redirectWithNotice(decisionPath(proposal), APPROVED[what.action]);
}

/** Declined by a user who may approve, or withdrawn by its proposer. */
export async function decline(request: AuthenticatedRequest): Promise<PageResponse> {
  const proposal = await wanted(request);
  if (
    proposal.proposedBy !== request.user.id &&
    !isPermitted(request.user.role, 'proposals.approve')
  )
    throw new PageRefusal(
      403,
      'La rechaza un operador o un administrador, o la retira quien la propuso.',
    );
  await orRefused(declineProposal(request.deps.db, decider(request), proposal.id));
  return redirectWithNotice(decisionPath(proposal), 'propuesta_rechazada');
}

async function wanted({ deps, scope, param }: AuthenticatedRequest): Promise<PendingProposal> {
  const id = param('id');
  const proposal = /^[1-9]\d{0,8}$/.test(id) ? await findProposal(deps.db, Number(id)) : undefined;
  if (!proposal || !isInScope(scope, proposal.businessId)) throw notFound();
  return proposal;
}

const APPROVED: Readonly<Record<Proposed['action'], string>> = {
  'document.resolve': 'resuelta',
  'series.next': 'serie_movida',
  'environment.change': 'ambiente_cambiado',
};

/** The page on which the proposal is decided. */
export function decisionPath({ what, ruc }: PendingProposal): string {
  if (what.action === 'document.resolve') return `/referencias/${what.documentId}`;
  return `/negocios/${ruc}/${what.action === 'series.next' ? 'series' : 'conexion'}`;
}
