/** What the user may do with an operation in its state: approve, pause, continue, cancel. */
import type { Operation, PlannedDocument } from '@rafaga/db';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { ActionButton, Note } from '../html/components.js';
import { isPermitted } from '../users/permissions.js';
import { effectOf } from './operationWords.js';
import { PlanNote } from './planNote.js';
import { LeftOut, PlannedTable } from './planTables.js';

interface ControlsProps {
  request: AuthenticatedRequest;
  operation: Operation;
  /** Of an operation that waits for its approval. */
  plan: readonly PlannedDocument[];
}

export function OperationControls(props: ControlsProps): VNode | null {
  const { request, operation } = props;
  const { role } = request.user;
  if (operation.state === 'proposed') return <Decision {...props} />;
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

function Decision({ request, operation, plan }: ControlsProps): VNode {
  const { user } = request;
  const own = operation.proposedBy === user.id;
  const approves = !own && isPermitted(user.role, 'proposals.approve');
  const path = `/operaciones/${operation.id}`;
  const ready = plan.filter(({ exclusion }) => !exclusion);
  const leftOut = plan.filter(({ exclusion }) => exclusion);
  return (
    <>
      <PlanNote task={operation.task} documents={ready} />
      <PlannedTable documents={ready} />
      {leftOut.length > 0 && <LeftOut documents={leftOut} />}
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
    </>
  );
}
