/**
 * The actions on a reference whose document is pending: ask SUNAT, resume, propose a resolution.
 */
import type { DocumentSummary, PendingProposal } from '@rafaga/db';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import {
  ActionButton,
  Button,
  Choice,
  type Faults,
  Form,
  type Options,
  TextArea,
} from '../html/components.js';
import { hasFaults } from '../html/formPage.js';
import { ProposalNote } from '../proposals/proposalNote.js';
import { isPermitted } from '../users/permissions.js';
import { mayAsk } from './mayAsk.js';

interface ReferenceActionsProps {
  request: AuthenticatedRequest;
  found: DocumentSummary;
  /** There are credentials to ask SUNAT about this document. */
  canAsk: boolean;
  proposal: PendingProposal | undefined;
  faults: Faults;
}

export function ReferenceActions(props: ReferenceActionsProps): VNode | null {
  const { request, found, canAsk, proposal, faults } = props;
  const { emission, documentId } = found;
  if (!emission) return null;
  const path = `/referencias/${documentId}`;
  const mayAct = isPermitted(request.user.role, 'references.act');
  const resumable = mayAct && !emission.held && !emission.elsewhere;
  return (
    <>
      {proposal && <ProposalNote request={request} proposal={proposal} />}
      <div class="row">
        {canAsk && mayAsk(request, found) && (
          <ActionButton
            request={request}
            action={`${path}/consultar`}
            label="Consultar a SUNAT"
            tone="quiet"
          />
        )}
        {resumable && (
          <ActionButton request={request} action={`${path}/reanudar`} label="Reanudar" />
        )}
      </div>
      {resumable && <p class="hint">{resumeHint(found, canAsk)}</p>}
      {mayAct && emission.stage === 'review' && !proposal && (
        <ResolveForm request={request} action={`${path}/resolver`} faults={faults} />
      )}
    </>
  );
}

/** What a resume does, as far as it is known beforehand. */
function resumeHint({ emission }: DocumentSummary, canAsk: boolean): string {
  if (emission?.sends === 0 && emission.stage !== 'review')
    return 'Reanudar la pone en manos de un procesador ahora.';
  return canAsk
    ? 'Reanudar pregunta primero a SUNAT, y solo se envía lo que SUNAT no tiene. Sin prueba, ' +
        'una revisión vuelve a ser revisión.'
    : 'A SUNAT no se le puede preguntar por este comprobante: reanudar puede volver a enviar ' +
        'los mismos bytes. Sin prueba, una revisión vuelve a ser revisión.';
}

interface ResolveFormProps {
  request: AuthenticatedRequest;
  action: string;
  faults: Faults;
}

const ResolveForm = ({ request, action, faults }: ResolveFormProps): VNode => (
  <details open={hasFaults(faults)}>
    <summary>Resolver con lo que consta</summary>
    <p>Lo propone una persona y lo aprueba otra; hasta entonces nada cambia.</p>
    <Form request={request} action={action} class="narrow">
      <Choice
        name="como"
        label="¿Qué consta?"
        value={request.form.text('como')}
        faults={faults}
        options={RESOLUTIONS}
      />
      <TextArea
        name="motivo"
        label="¿Qué se verificó y dónde?"
        hint="Queda en la auditoría, con tu nombre."
        value={request.form.text('motivo')}
        faults={faults}
      />
      <Button tone="danger">Proponer</Button>
    </Form>
  </details>
);

const RESOLUTIONS: Options = [
  ['aceptada', 'SUNAT la aceptó'],
  ['rechazada', 'SUNAT la rechazó'],
  ['descartada', 'Nunca llegó ni se enviará', 'Su número queda sin usar y cuenta como rechazada.'],
];
