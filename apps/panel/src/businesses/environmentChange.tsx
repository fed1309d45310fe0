/**
 * A change of environment while documents are pending: the page tells how many, and two persons can
 * move them to the new environment.
 */

import {
  countPending,
  listProposals,
  MAX_PENDING_COUNTED,
  type PendingDocuments,
  type PendingProposal,
} from '@rafaga/db';
import { count, many } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { Button, Choice, type Faults, Form, type Options } from '../html/components.js';
import { ReasonField } from '../html/reasonField.js';
import { ProposalNote } from '../proposals/proposalNote.js';
import { wizardQuery } from './businessLayout.js';

export async function pendingUnder({
  deps,
  business,
}: BusinessRequest): Promise<{ waiting: PendingDocuments; proposals: PendingProposal[] }> {
  const [waiting, all] = await Promise.all([
    countPending(deps.db, business.id),
    listProposals(deps.db, { scope: business.id }),
  ]);
  return { waiting, proposals: all.filter(({ what }) => what.action === 'environment.change') };
}

export const pendingText = (waiting: PendingDocuments): string =>
  `${waitingText(waiting)} respuesta en el ambiente actual: espera a que terminen, ` +
  'resuelve los que estén en revisión, o propón pasarlos al nuevo.';

const waitingText = ({ documents }: PendingDocuments): string =>
  documents >= MAX_PENDING_COUNTED
    ? `${count(MAX_PENDING_COUNTED)} o más comprobantes esperan`
    : many(documents, 'comprobante espera', 'comprobantes esperan');

interface EnvironmentChangeProps {
  request: BusinessRequest;
  waiting: PendingDocuments;
  proposals: readonly PendingProposal[];
  options: Options;
  faults: Faults;
}

/** The proposals that exist, or the form for one; nothing without pending documents. */
export function EnvironmentChange(props: EnvironmentChangeProps): VNode | null {
  const { request, waiting, proposals, faults } = props;
  if (proposals.length > 0)
    return (
      <>
        {proposals.map((proposal) => (
          <ProposalNote key={proposal.id} request={request} proposal={proposal} />
        ))}
      </>
    );
  if (waiting.documents === 0) return null;
  const open = [faults.ambiente, faults.nuevo, faults.motivo].some((fault) => fault !== undefined);
  return (
    <details open={open}>
      <summary>Pasar a otro ambiente con lo que espera</summary>
      <ChangeExplanation ruc={request.business.ruc} waiting={waiting} />
      <ChangeForm {...props} />
    </details>
  );
}

const ChangeExplanation = (props: { ruc: string; waiting: PendingDocuments }): VNode => (
  <p>
    <a href={`/referencias?ver=pendientes&ruc=${props.ruc}`}>{waitingText(props.waiting)}</a>. Lo
    que nunca se envió pasa al nuevo ambiente con su serie, su número y la firma que ya tenga. Lo
    que pudo haberse enviado{' '}
    {props.waiting.maybeSent > 0 && `(${count(props.waiting.maybeSent)} ahora) `}
    queda en revisión y solo se resuelve entre dos personas: nada lo envía a otra parte. Lo propone
    una persona y lo aprueba otra.
  </p>
);

function ChangeForm({ request, options, faults }: EnvironmentChangeProps): VNode {
  const { business, form } = request;
  const query = wizardQuery(request);
  return (
    <Form request={request} action={`/negocios/${business.ruc}/conexion/pasar${query}`}>
      <Choice
        name="nuevo"
        label="Nuevo ambiente"
        value={form.text('nuevo')}
        options={options.filter(([name]) => name !== business.authority)}
        faults={faults}
      />
      <ReasonField
        request={request}
        faults={faults}
        hint="Queda en la auditoría y en cada comprobante. También lo lee el negocio."
      />
      <Button tone="danger">Proponer</Button>
    </Form>
  );
}
