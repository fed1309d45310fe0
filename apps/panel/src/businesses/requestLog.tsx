/**
 * The request log of a business: what it called for lately, what was refused and why, grouped and
 * filtered.
 */
import {
  groupRefusedRequests,
  type IssuedDocument,
  listNewestDocuments,
  listRefusedRequests,
  MAX_REFUSED_REQUESTS,
  type RefusedRequestGroup,
  type RefusedRequestSummary,
} from '@rafaga/db';
import type { VNode } from 'preact';
import type { BusinessRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { Empty, Table, Tag } from '../html/components.js';
import { count, instant, moment, took } from '../html/formats.js';
import { type ListPage, listCursor, listPage, PAGE_SIZE, Pager } from '../html/pager.js';
import { EnvironmentTag } from '../html/states.js';
import { businessPage } from './businessLayout.js';

export async function log(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business, query } = request;
  const code = /^[a-z_]{1,60}$/.test(query('codigo')) ? query('codigo') : undefined;
  const refusedOnly = code !== undefined || query('ver') === 'rechazadas';
  // the newest first: what comes after is what is older
  const cursor = listCursor(request);
  const [groups, refused, issued] = await Promise.all([
    groupRefusedRequests(deps.db, business.id),
    listRefusedRequests(deps.db, business.id, {
      code,
      ...(refusedOnly ? cursor : { limit: PAGE_SIZE }),
    }),
    refusedOnly ? [] : listNewestDocuments(deps.db, business.id, PAGE_SIZE),
  ]);
  const list: ListPage<RefusedRequestSummary> = refusedOnly
    ? listPage(refused, cursor)
    : { rows: refused, hasPrevious: false, hasNext: false };
  const href = (more: Record<string, string>) =>
    `/negocios/${business.ruc}/registro?${new URLSearchParams({ ...(code ? { codigo: code } : { ver: 'rechazadas' }), ...more })}`;
  return businessPage(
    request,
    'Registro',
    <>
      <p>
        Lo último que este negocio pidió a la API. Se guarda qué campo estaba mal, nunca lo que
        decía.
      </p>
      {groups.length > 0 && <Groups groups={groups} ruc={business.ruc} chosen={code} />}
      <h2>{code ? `Rechazadas con ${code}` : refusedOnly ? 'Rechazadas' : 'Lo más reciente'}</h2>
      <p>
        {refusedOnly ? (
          <a href={`/negocios/${business.ruc}/registro`}>Ver todo lo reciente</a>
        ) : (
          <a href={`/negocios/${business.ruc}/registro?ver=rechazadas`}>Ver solo las rechazadas</a>
        )}
      </p>
      {list.rows.length + issued.length === 0 ? (
        <Nothing refusedOnly={refusedOnly} />
      ) : (
        <Lines refused={list.rows} issued={issued} />
      )}
      <Pager list={list} keyOf={({ id }) => id} href={href} label="Páginas del registro" />
      <p class="hint">
        Las consultas atendidas no se anotan; de las rechazadas quedan las{' '}
        {count(MAX_REFUSED_REQUESTS)} más recientes. Lo emitido está completo en{' '}
        <a href={`/referencias?ver=emitidas&ruc=${business.ruc}`}>Comprobantes</a>.
      </p>
    </>,
  );
}

const Groups = ({
  groups,
  ruc,
  chosen,
}: {
  groups: readonly RefusedRequestGroup[];
  ruc: string;
  chosen: string | undefined;
}): VNode => (
  <>
    <h2>Rechazadas, por causa</h2>
    <Table
      caption="Por causa, lo más frecuente primero"
      quiet
      head={['Causa', 'Estado HTTP', 'Campos', 'Cuántas', 'La primera', 'La última']}
      rows={groups.map(({ code, status, fields, count: found, first, last }) => [
        code === chosen ? (
          <strong>{code}</strong>
        ) : (
          <a href={`/negocios/${ruc}/registro?codigo=${code}`}>{code}</a>
        ),
        status,
        <span class="wide">{fields.join(', ')}</span>,
        count(found),
        <span class="number">{moment(first)}</span>,
        <span class="number">{moment(last)}</span>,
      ])}
    />
  </>
);

type Line = { at: Date; cells: (VNode | string | number)[] };

/** What was issued and what was refused, by time. */
function Lines({
  refused,
  issued,
}: {
  refused: readonly RefusedRequestSummary[];
  issued: readonly IssuedDocument[];
}): VNode {
  const lines: Line[] = [...refused.map(refusedLine), ...issued.map(issuedLine)].sort(
    (a, b) => b.at.getTime() - a.at.getTime(),
  );
  return (
    <Table
      caption="Solicitudes, la más reciente primero"
      quiet
      head={[
        'Hora de Lima',
        'Llamada',
        'Respuesta',
        'Campos',
        'Referencia',
        'Credencial',
        'Duración',
        'Código de solicitud',
      ]}
      rows={lines.slice(0, PAGE_SIZE).map(({ cells }) => cells)}
    />
  );
}

const refusedLine = ({
  at,
  call,
  status,
  code,
  fields,
  reference,
  documentId,
  credential,
  tookMs,
  requestId,
}: RefusedRequestSummary): Line => ({
  at,
  cells: [
    <span class="number">{instant(at)}</span>,
    call,
    <span class="wide">
      <Tag severity={status >= 500 ? 'bad' : 'warn'}>{status}</Tag> <code>{code}</code>
    </span>,
    <span class="wide">{fields.join(', ')}</span>,
    documentId !== null && reference ? (
      <a href={`/referencias/${documentId}`}>{reference}</a>
    ) : (
      (reference ?? '')
    ),
    credential,
    <span class="number">{took(tookMs)}</span>,
    <code>{requestId}</code>,
  ],
});

const issuedLine = ({
  createdAt,
  environment,
  kind,
  documentId,
  key,
  series,
  number,
  requestId,
}: IssuedDocument): Line => ({
  at: createdAt,
  cells: [
    <span class="number">{instant(createdAt)}</span>,
    `POST /v1/${kind}s`,
    <span class="wide">
      <Tag severity="good">201</Tag> {series}-{number} <EnvironmentTag environment={environment} />
    </span>,
    '',
    <a href={`/referencias/${documentId}`}>{key}</a>,
    '',
    '',
    <code>{requestId}</code>,
  ],
});

/** Copied into a terminal, it is a first call. */
const FIRST_CALL = `curl "$RAFAGA_URL/v1/boletas" \\
  -H "X-Api-Key: $RAFAGA_API_KEY" -H "X-Api-Secret: $RAFAGA_API_SECRET" \\
  -H "Content-Type: application/json" -H "Idempotency-Key: venta-1" \\
  -d "{\\"serie\\":\\"B001\\",\\"fecha_emision\\":\\"$(TZ=America/Lima date +%F)\\",
       \\"cliente\\":{\\"tipo_doc\\":\\"1\\",\\"num_doc\\":\\"45678912\\",\\"razon_social\\":\\"María Quispe\\"},
       \\"items\\":[{\\"descripcion\\":\\"Café\\",\\"unidad\\":\\"NIU\\",\\"cantidad\\":1,\\"precio_unitario\\":12.5}]}"`;

const Nothing = ({ refusedOnly }: { refusedOnly: boolean }): VNode =>
  refusedOnly ? (
    <Empty>No hay solicitudes rechazadas.</Empty>
  ) : (
    <>
      <Empty>
        Todavía no emitió nada por la API. Esta es una primera llamada, con sus credenciales en el
        entorno:
      </Empty>
      <pre class="secret" id="llamada">
        {FIRST_CALL}
      </pre>
      <button type="button" class="button quiet" data-copy="llamada" hidden>
        Copiar la llamada
      </button>
    </>
  );
