/** A proposal that waits for the decision of a second user. */
import type { PendingProposal } from '@rafaga/db';
import { ENVIRONMENT, RESOLUTION } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { ActionButton, Note } from '../html/components.js';
import { moment } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';

export function proposalText({ what, environment: from }: PendingProposal): string {
  if (what.action === 'document.resolve') return `Resolver como ${RESOLUTION[what.resolution]}`;
  if (what.action === 'series.next')
    return `Que la serie ${what.series} siga en el ${what.nextNumber}`;
  const place = what.billUrl ? ` (${what.billUrl})` : '';
  const leaving = from === what.environment ? '' : ` de ${ENVIRONMENT[from]}`;
  return `Pasar${leaving} a ${ENVIRONMENT[what.environment]}${place} con lo que espera`;
}

export function ProposalNote({
  request,
  proposal,
}: {
  request: AuthenticatedRequest;
  proposal: PendingProposal;
}): VNode {
  const { user } = request;
  const own = proposal.proposedBy === user.id;
  const approves = !own && isPermitted(user.role, 'proposals.approve');
  return (
    <Note severity="warn" title={`${proposalText(proposal)}: espera la aprobación de otra persona`}>
      <p>
        Lo propuso {proposal.proposer} el {moment(proposal.proposedAt)}: «{proposal.reason}».
        {own && ' Lo aprueba otra persona con rol de operador o administrador.'}
      </p>
      <div class="row">
        {approves && (
          <ActionButton
            request={request}
            action={`/propuestas/${proposal.id}/aprobar`}
            label="Aprobar"
            tone="danger"
          />
        )}
        {(own || approves) && (
          <ActionButton
            request={request}
            action={`/propuestas/${proposal.id}/rechazar`}
            label={own ? 'Retirar la propuesta' : 'Rechazar'}
            tone="quiet"
          />
        )}
      </div>
    </Note>
  );
}
