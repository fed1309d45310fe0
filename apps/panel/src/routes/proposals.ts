/** What needs two persons: put forward by one, approved or turned down by another. */
import {
  approveProposal,
  type Decider,
  declineProposal,
  findProposal,
  type PendingProposal,
  ProposalProblem,
  type Proposed,
  propose,
} from '@rafaga/db';
import { PROPOSAL_PROBLEM } from '@rafaga/operations';
import { type Answer, done, notFound, Refused, type Signed } from '../edge/visit.js';
import { may } from '../people/roles.js';

const decider = (visit: Signed, reason?: string): Decider => ({
  ...visit.by(reason),
  userId: visit.person.id,
});

/** Nothing is done yet: it waits for a second person. */
export const putForward = (visit: Signed, reason: string, what: Proposed): Promise<number> =>
  orRefused(propose(visit.deps.db, decider(visit, reason), what));

async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ProposalProblem
      ? new Refused(409, PROPOSAL_PROBLEM[error.reason])
      : error;
  }
}

export async function approve(visit: Signed): Promise<Answer> {
  const proposal = await wanted(visit);
  const { what, businessId } = proposal;
  await orRefused(approveProposal(visit.deps.db, decider(visit), proposal.id));
  if (what.action !== 'document.resolve') await visit.deps.settingsChanges.publish(businessId);
  return done(placeOf(proposal), APPROVED[what.action]);
}

/** By another person, or by whoever proposed it. */
export async function decline(visit: Signed): Promise<Answer> {
  const proposal = await wanted(visit);
  if (proposal.proposedBy !== visit.person.id && !may(visit.person.role, 'proposals.approve'))
    throw new Refused(
      403,
      'La rechaza un operador o un administrador, o la retira quien la propuso.',
    );
  await orRefused(declineProposal(visit.deps.db, decider(visit), proposal.id));
  return done(placeOf(proposal), 'propuesta_rechazada');
}

async function wanted({ deps, person, param }: Signed): Promise<PendingProposal> {
  const id = param('id');
  const proposal = /^[1-9]\d{0,8}$/.test(id) ? await findProposal(deps.db, Number(id)) : undefined;
  if (!proposal || (person.businessId !== null && person.businessId !== proposal.businessId))
    throw notFound();
  return proposal;
}

const APPROVED: Readonly<Record<Proposed['action'], string>> = {
  'document.resolve': 'resuelta',
  'series.next': 'serie_movida',
  'environment.change': 'ambiente_cambiado',
};

/** The page on which it is decided. */
export function placeOf({ what, ruc }: PendingProposal): string {
  if (what.action === 'document.resolve') return `/referencias/${what.documentId}`;
  return `/negocios/${ruc}/${what.action === 'series.next' ? 'series' : 'conexion'}`;
}
