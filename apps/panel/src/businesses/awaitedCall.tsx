/**
 * The end of the setup: the page waits for the first call of the API, tells each refused one in
 * words, and follows the first accepted one until SUNAT has answered.
 */
import {
  type CountedCallsSummary,
  type DocumentSummary,
  findSummary,
  listCountedCalls,
  listNewestDocuments,
  listRefusedRequests,
  listSeries,
  type RefusedRequestSummary,
} from '@rafaga/db';
import type { VNode } from 'preact';
import { stopOf } from '../advice/stops.js';
import { readSurroundings } from '../advice/surroundings.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { Note, Tag } from '../html/components.js';
import { clock, money } from '../html/formats.js';
import { DocumentState } from '../html/states.js';
import { firstCall } from './apiCall.js';
import { businessPage } from './businessLayout.js';
import { countedText } from './countedCallsTable.js';
import { refusalText } from './refusalWords.js';

const EVERY_S = 2;
const MAX_REFUSALS = 5;

export async function awaitedCallPage(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business } = request;
  const [[newest], refusals, counted, series] = await Promise.all([
    listNewestDocuments(deps.db, business.id, 1),
    listRefusedRequests(deps.db, business.id, { limit: MAX_REFUSALS }),
    listCountedCalls(deps.db, business.id, MAX_REFUSALS),
    listSeries(deps.db, business.id),
  ]);
  const accepted = newest && (await findSummary(deps.db, newest.documentId));
  const over = accepted?.state === 'accepted';
  return businessPage(
    request,
    'Primera llamada',
    <div class="narrow">
      <div data-live={over ? 0 : EVERY_S}>
        {accepted ? (
          <Arrived found={accepted} next={await whatIsNext(request, accepted)} />
        ) : (
          <Waiting refusals={refusals.length + counted.length} request={request} />
        )}
        {refusals.length + counted.length > 0 && (
          <Refusals refusals={refusals} counted={counted} ruc={business.ruc} />
        )}
        {!over && (
          <p class="hint">
            Se actualiza sola cada {EVERY_S} segundos. Sin scripts, recarga la página.
          </p>
        )}
      </div>
      {!accepted && business.state === 'active' && (
        <CallToMake request={request} series={series.find(isActive)?.code} />
      )}
      <p>
        <a class={accepted ? 'button main' : ''} href={`/negocios/${business.ruc}`}>
          {accepted ? 'Terminar' : 'Terminar sin esperar'}
        </a>
      </p>
    </div>,
  );
}

const isActive = ({ active }: { active: boolean }): boolean => active;

const Waiting = ({ request, refusals }: { request: BusinessRequest; refusals: number }): VNode => {
  if (request.business.state !== 'active') return <NotActive request={request} />;
  return (
    <Note
      severity={refusals > 0 ? 'warn' : 'calm'}
      title={
        refusals > 0
          ? 'Llegó una llamada y la API la rechazó: corrígela y llama otra vez'
          : 'Esperando tu primera llamada…'
      }
    >
      <p>En cuanto llegue a la API se ve aquí, también si se rechaza, con el motivo.</p>
    </Note>
  );
};

const NotActive = ({ request: { business } }: { request: BusinessRequest }): VNode => (
  <Note severity="warn" title="Todavía no puede llegar: el negocio no está activo">
    <p>
      La API rechaza sus llamadas hasta que lo actives.{' '}
      <a href={`/negocios/${business.ruc}/activar?asistente=1`}>Ver qué falta</a>
    </p>
  </Note>
);

async function whatIsNext(request: BusinessRequest, found: DocumentSummary): Promise<string> {
  const { state, emission } = found;
  if (state === 'accepted') return 'El recorrido está completo: ya puede vender.';
  if (state === 'rejected') return 'SUNAT lo rechazó: ábrelo para ver por qué y qué corregir.';
  if (emission?.stage === 'review') return 'Quedó en revisión: ábrelo para ver qué hacer.';
  const around = await readSurroundings(request, found, request.business, { canAsk: false });
  const stop = emission && stopOf(emission, around);
  const sending = stop ? `por ahora ${stop.next}` : 'el envío a SUNAT sigue solo.';
  return `La API ya respondió 201; ${sending}`;
}

const Arrived = ({ found, next }: { found: DocumentSummary; next: string }): VNode => (
  <Note
    severity={found.state === 'rejected' ? 'bad' : 'good'}
    title={`Llegó: ${found.kind} ${found.series}-${found.number}`}
  >
    <p>
      <a href={`/referencias/${found.documentId}`}>{found.reference}</a> por{' '}
      {money(found.currency, found.total)}. <DocumentState found={found} />
    </p>
    <p>{next}</p>
  </Note>
);

interface RefusalsProps {
  refusals: readonly RefusedRequestSummary[];
  counted: readonly CountedCallsSummary[];
  ruc: string;
}

const Refusals = ({ refusals, counted, ruc }: RefusalsProps): VNode => (
  <>
    <h2>Llamadas rechazadas</h2>
    <ul class="checks">
      {refusals.map(({ id, at, status, code, fields, call }) => (
        <li key={id}>
          <Tag severity="warn">{status}</Tag> {clock(at)} · {call}: {refusalText(code, fields)}
        </li>
      ))}
      {counted.map(({ hour, credential, address, lastAt, ...calls }) => (
        <li key={`${hour} ${credential} ${address}`}>
          <Tag severity="warn">{calls.unproven > 0 ? 401 : 429}</Tag> {clock(lastAt)} · «
          {credential}»: {countedText(calls)}
          {calls.unproven > 0 ? `: ${refusalText('credenciales_invalidas', [])}` : '.'}
        </li>
      ))}
    </ul>
    <p>
      <a href={`/negocios/${ruc}/registro?ver=rechazadas`}>Todas, en el registro</a>
    </p>
  </>
);

interface CallToMakeProps {
  request: BusinessRequest;
  series: string | undefined;
}

const CallToMake = ({ request, series = 'B001' }: CallToMakeProps): VNode => (
  <details open>
    <summary>La llamada, para tu terminal</summary>
    <p class="hint">
      La API atiende en {request.deps.apiUrl}/v1. Con tu archivo .env en el entorno (set -a; .
      ./rafaga-{request.business.ruc}.env):
    </p>
    <pre class="secret" id="llamada">
      {firstCall(series)}
    </pre>
    <button type="button" class="button quiet" data-copy="llamada" hidden>
      Copiar la llamada
    </button>
  </details>
);
