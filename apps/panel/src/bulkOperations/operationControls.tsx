/** What the user may do with an operation in its state: approve, pause, continue, cancel. */
import type { Operation } from '@rafaga/db';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { ActionButton, Note } from '../html/components.js';
import { isPermitted } from '../users/permissions.js';
import { effectOf } from './operationWords.js';

interface ControlsProps {
  request: AuthenticatedRequest;
  operation: Operation;
}

export function OperationControls({ request, operation }: ControlsProps): VNode | null {
  const { role } = request.user;
  if (operation.state === 'proposed') return <Decision request={request} operation={operation} />;
  if (!isPermitted(role, 'operations.act')) return null;
  const path = `/operaciones/${operation.id}`;
  const { state, halted } = operation;
  if (state !== 'running' && state !== 'paused') return null;
  return (
    <div class="row">
      {state === 'running' ? (
        <ActionButton request={request} action={`${path}/pausar`} label="Pausar" tone="quiet" />
      ) : (
        <ActionButton
          request={request}
          action={`${path}/continuar`}
          label={halted === 'person' ? 'Continuar' : 'Continuar con otra de prueba'}
        />
      )}
      <ActionButton request={request} action={`${path}/cancelar`} label="Cancelar" tone="danger" />
    </div>
  );
}

function Decision({ request, operation }: ControlsProps): VNode {
  const { user } = request;
  const own = operation.proposedBy === user.id;
  const approves = !own && isPermitted(user.role, 'proposals.approve');
  const path = `/operaciones/${operation.id}`;
  return (
    <Note severity="warn" title="Espera la aprobación de otra persona">
      <p>
        Todavía no se hizo nada. {effectOf(operation.task)}
        {own && ' La aprueba otra persona con rol de operador o administrador.'}
      </p>
      <div class="row">
        {approves && (
          <ActionButton
            request={request}
            action={`${path}/aprobar`}
            label="Aprobar"
            tone="danger"
          />
        )}
        {(own || approves) && (
          <ActionButton
            request={request}
            action={`${path}/rechazar`}
            label={own ? 'Retirar la propuesta' : 'Rechazar'}
            tone="quiet"
          />
        )}
      </div>
    </Note>
  );
}
