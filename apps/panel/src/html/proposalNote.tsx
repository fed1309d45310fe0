/** What somebody proposed and a second person has not decided yet. */
import type { PendingProposal } from '@rafaga/db';
import { ENVIRONMENT, RESOLUTION } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { Signed } from '../edge/visit.js';
import { may } from '../people/roles.js';
import { Act, Note } from './bits.js';
import { count, moment } from './formats.js';

export function inWords({ what }: Pick<PendingProposal, 'what'>): string {
  if (what.action === 'document.resolve') return `Resolver como ${RESOLUTION[what.resolution]}`;
  if (what.action === 'series.next')
    return `Que la serie ${what.series} siga en el ${count(what.nextNumber)}`;
  const place = what.billUrl ? ` (${what.billUrl})` : '';
  return `Pasar a ${ENVIRONMENT[what.environment]}${place} con lo que espera`;
}

export function ProposalNote({
  visit,
  proposal,
}: {
  visit: Signed;
  proposal: PendingProposal;
}): VNode {
  const { person } = visit;
  const own = proposal.proposedBy === person.id;
  const approves = !own && may(person.role, 'proposals.approve');
  return (
    <Note mood="warn" title={`${inWords(proposal)}: espera la aprobación de otra persona`}>
      <p>
        Lo propuso {proposal.proposer} el {moment(proposal.proposedAt)}: «{proposal.reason}».
        {own && ' Lo aprueba otra persona con rol de operador o administrador.'}
      </p>
      <div class="row">
        {approves && (
          <Act
            visit={visit}
            action={`/propuestas/${proposal.id}/aprobar`}
            label="Aprobar"
            tone="danger"
          />
        )}
        {(own || approves) && (
          <Act
            visit={visit}
            action={`/propuestas/${proposal.id}/rechazar`}
            label={own ? 'Retirar la propuesta' : 'Rechazar'}
            tone="quiet"
          />
        )}
      </div>
    </Note>
  );
}
