/** The page of a bulk resume: its cause, its canary, its first references and the next step. */
import type { DocumentSummary, StuckDocument } from '@rafaga/db';
import type { VNode } from 'preact';
import { whatHappened } from '../advice/advice.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import {
  ActionButton,
  DescriptionList,
  Empty,
  Note,
  type Severity,
  Table,
} from '../html/components.js';
import { ago, count } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';
import { blockedBy, MAX_PLANNED, type ResumePlan } from './resumePlan.js';

export const BATCH_SIZE = 200;
/** References that the page names. */
const MAX_LISTED = 10;

interface ResumePlanProps {
  request: AuthenticatedRequest;
  plan: ResumePlan;
}

export const ResumePlanView = ({
  request,
  plan,
  result,
}: ResumePlanProps & { result?: VNode }): VNode => (
  <>
    <p class="crumbs">
      <a href="/colas">Colas</a>
    </p>
    <h1>Reanudar en bloque</h1>
    {result}
    <PlanFacts plan={plan} />
    {plan.canary && <Canary canary={plan.canary} now={request.now} />}
    {plan.stuck.length === 0 ? (
      <Empty>No queda ninguna.</Empty>
    ) : (
      <Planned request={request} plan={plan} />
    )}
  </>
);

const PlanFacts = ({ plan: { cause, filters, stuck } }: { plan: ResumePlan }): VNode => (
  <DescriptionList
    rows={[
      ['Causa', cause],
      ['Código', filters.codigo],
      ['Negocio', filters.ruc],
      [
        'Detenidas por esto',
        stuck.length >= MAX_PLANNED ? `${count(MAX_PLANNED)} o más` : count(stuck.length),
      ],
    ]}
  />
);

const Canary = ({ canary, now }: { canary: DocumentSummary; now: Date }): VNode => (
  <div data-live="5">
    <Note severity={severityOf(canary)} title={`La de prueba: ${canary.key}`}>
      <p>
        {whatHappened(canary, now)}{' '}
        <a href={`/referencias/${canary.documentId}`}>Ver su línea de tiempo</a>
      </p>
    </Note>
  </div>
);

function severityOf({ state, emission }: DocumentSummary): Severity {
  if (state === 'accepted') return 'good';
  return state || emission?.stage === 'review' ? 'warn' : 'calm';
}

const Planned = ({ request, plan }: ResumePlanProps): VNode => (
  <>
    <p>
      El plan: a cada una se le pregunta primero a SUNAT, si alguna vez se envió y hay con qué
      preguntar, y solo se vuelve a enviar lo que SUNAT no tiene. Ninguna se resuelve por
      reanudarla: lo que no se pruebe vuelve a su revisión. Primero una de prueba; cuando termina
      bien, las demás de a {BATCH_SIZE}, de la más antigua a la más nueva. Para cancelar, no sigas:
      nada continúa por su cuenta.
    </p>
    <StuckTable stuck={plan.stuck} now={request.now} />
    {isPermitted(request.user.role, 'queues.act') && <NextStep request={request} plan={plan} />}
  </>
);

const StuckTable = ({ stuck, now }: { stuck: readonly StuckDocument[]; now: Date }): VNode => (
  <Table
    caption={stuck.length > MAX_LISTED ? `Las primeras ${MAX_LISTED}` : 'Cuáles'}
    head={['Referencia', 'Comprobante', 'Negocio', 'Hace']}
    rows={stuck.slice(0, MAX_LISTED).map((each) => [
      <a class="wide" href={`/referencias/${each.documentId}`}>
        {each.reference}
      </a>,
      <span class="number">
        {each.series}-{each.number}
      </span>,
      each.legalName,
      <span class="number">{ago(each.since, now)}</span>,
    ])}
  />
);

function NextStep({ request, plan }: ResumePlanProps): VNode {
  const { filters, canary, stuck } = plan;
  const hidden = { ...filters, prueba: canary ? String(canary.documentId) : '' };
  const obstacle = blockedBy(plan);
  const [label, howMany] = obstacle
    ? ['Reanudar una de prueba', 'una']
    : [`Reanudar ${count(Math.min(BATCH_SIZE, stuck.length))}`, 'lote'];
  return (
    <>
      {obstacle && <p>{obstacle}</p>}
      <div class="row">
        <ActionButton
          request={request}
          action="/operaciones"
          label={label}
          hidden={{ ...hidden, cuantas: howMany }}
        />
        <a href="/colas">Cancelar</a>
      </div>
    </>
  );
}
