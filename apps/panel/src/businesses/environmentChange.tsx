/**
 * A change of environment while documents are pending: the page tells how many, and what production
 * would refuse; two persons can move them to the new environment.
 */

import {
  countPending,
  listProposals,
  MAX_PENDING_COUNTED,
  type PendingDocuments,
  type PendingProposal,
} from '@rafaga/db';
import { count, many } from '@rafaga/operations';
import { type ProductionObstacles, readProductionObstacles } from '@rafaga/operations/business';
import { Fragment, type VNode } from 'preact';
import type { BusinessRequest } from '../edge/pageRequest.js';
import {
  Button,
  Choice,
  type Faults,
  Form,
  keptFor,
  Note,
  type Options,
} from '../html/components.js';
import { ReasonField } from '../html/reasonField.js';
import { ProposalNote } from '../proposals/proposalNote.js';
import { wizardQuery } from './businessLayout.js';

interface PendingUnder {
  waiting: PendingDocuments;
  proposals: PendingProposal[];
  /** Of a move to production. */
  obstacles: ProductionObstacles;
}

export async function pendingUnder({
  deps,
  business,
  now,
}: BusinessRequest): Promise<PendingUnder> {
  const [waiting, all, obstacles] = await Promise.all([
    countPending(deps.db, business.id),
    listProposals(deps.db, { scope: business.id }),
    readProductionObstacles(deps.db, business.id, now),
  ]);
  const proposals = all.filter(({ what }) => what.action === 'environment.change');
  return { waiting, proposals, obstacles };
}

export const pendingText = (waiting: PendingDocuments): string =>
  `${waitingText(waiting)} respuesta en el ambiente actual: espera a que terminen, ` +
  'resuelve los que estén en revisión, o propón pasarlos al nuevo.';

const waitingText = ({ documents }: PendingDocuments): string =>
  documents >= MAX_PENDING_COUNTED
    ? `${count(MAX_PENDING_COUNTED)} o más comprobantes esperan`
    : many(documents, 'comprobante espera', 'comprobantes esperan');

interface EnvironmentChangeProps extends PendingUnder {
  request: BusinessRequest;
  options: Options;
  faults: Faults;
}

/** The proposals that exist, or the form for one; nothing without pending documents. */
export function EnvironmentChange(props: EnvironmentChangeProps): VNode | null {
  const { request, waiting, proposals, obstacles, options, faults } = props;
  if (proposals.length > 0)
    return (
      <>
        {proposals.map((proposal) => (
          <Fragment key={proposal.id}>
            {proposal.what.action === 'environment.change' &&
              proposal.what.environment === 'production' && <Obstacles {...obstacles} />}
            <ProposalNote request={request} proposal={proposal} />
          </Fragment>
        ))}
      </>
    );
  if (waiting.documents === 0) return null;
  const isFaulty = [faults.ambiente, faults.nuevo, faults.motivo].some(
    (fault) => fault !== undefined,
  );
  return (
    <details open={isFaulty || keptFor(request, changeAddress(request)) !== undefined}>
      <summary>Pasar a otro ambiente con lo que espera</summary>
      <ChangeExplanation ruc={request.business.ruc} waiting={waiting} />
      {options.some(([name]) => name === 'production') && <Obstacles {...obstacles} />}
      <ChangeForm {...props} />
    </details>
  );
}

const Obstacles = ({ texts }: ProductionObstacles): VNode | null =>
  texts.length === 0 ? null : (
    <Note severity="bad" title="Producción no acepta todo lo que pasaría">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Note>
  );

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

const changeAddress = (request: BusinessRequest): string =>
  `/negocios/${request.business.ruc}/conexion/pasar${wizardQuery(request)}`;

function ChangeForm({ request, options, faults }: EnvironmentChangeProps): VNode {
  const { business, form } = request;
  return (
    <Form request={request} action={changeAddress(request)}>
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
