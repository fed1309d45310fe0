/**
 * A change of environment while documents wait: what waits is told, and two persons may have it
 * taken over.
 */
import {
  countPending,
  listProposals,
  MAX_PENDING_COUNTED,
  type PendingDocuments,
  type PendingProposal,
} from '@rafaga/db';
import type { VNode } from 'preact';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { Button, Choice, type Faults, Form, type Options, TextArea } from '../html/components.js';
import { count } from '../html/formats.js';
import { ProposalNote } from '../proposals/proposalNote.js';
import { wizardQuery } from './businessLayout.js';

export async function pendingUnder({
  deps,
  business,
}: BusinessRequest): Promise<{ waiting: PendingDocuments; proposals: PendingProposal[] }> {
  const [waiting, all] = await Promise.all([
    countPending(deps.db.prisma, business.id),
    listProposals(deps.db, { businessId: business.id }),
  ]);
  return { waiting, proposals: all.filter(({ what }) => what.action === 'environment.change') };
}

export function pendingText({ documents }: PendingDocuments): string {
  const many =
    documents >= MAX_PENDING_COUNTED
      ? `${count(MAX_PENDING_COUNTED)} o más comprobantes esperan`
      : undefined;
  const some =
    many ?? (documents === 1 ? '1 comprobante espera' : `${count(documents)} comprobantes esperan`);
  return (
    `${some} respuesta en el ambiente actual: resuélvelos o descártalos antes, o propón ` +
    'pasarlos al nuevo.'
  );
}

interface Props {
  request: BusinessRequest;
  waiting: PendingDocuments;
  proposals: readonly PendingProposal[];
  options: Options;
  faults: Faults;
}

/** Nothing while nothing waits. */
export function EnvironmentChange({
  request,
  waiting,
  proposals,
  options,
  faults,
}: Props): VNode | null {
  const { business, form } = request;
  if (proposals.length > 0)
    return (
      <>
        {proposals.map((proposal) => (
          <ProposalNote key={proposal.id} request={request} proposal={proposal} />
        ))}
      </>
    );
  if (waiting.documents === 0) return null;
  return (
    <details
      open={
        faults.ambiente !== undefined || faults.nuevo !== undefined || faults.motivo !== undefined
      }
    >
      <summary>Pasar a otro ambiente con lo que espera</summary>
      <p>
        <a href={`/referencias?ver=pendientes&ruc=${business.ruc}`}>
          {count(waiting.documents)} esperan
        </a>
        . Lo que nunca se envió pasa al nuevo ambiente con su serie, su número y la firma que ya
        tenga. Lo que pudo haberse enviado{' '}
        {waiting.maybeSent > 0 && `(${count(waiting.maybeSent)} ahora) `}
        queda en revisión y solo se resuelve entre dos personas: nada lo envía a otra parte. Lo
        propone una persona y lo aprueba otra.
      </p>
      <Form
        request={request}
        action={`/negocios/${business.ruc}/conexion/pasar${wizardQuery(request)}`}
      >
        <Choice
          name="nuevo"
          label="Nuevo ambiente"
          value={form.text('nuevo')}
          options={options.filter(([name]) => name !== business.authority)}
          faults={faults}
        />
        <TextArea
          name="motivo"
          label="¿Por qué?"
          hint="Queda en la auditoría y en cada comprobante."
          value={form.text('motivo')}
          faults={faults}
        />
        <Button tone="danger">Proponer</Button>
      </Form>
    </details>
  );
}
