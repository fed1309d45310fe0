/** The API calls of a business as a table: documents issued and requests refused, by time. */
import type { IssuedDocument, RefusedRequestSummary } from '@rafaga/db';
import type { VNode } from 'preact';
import { Table, Tag } from '../html/components.js';
import { instant, took } from '../html/formats.js';
import { PAGE_SIZE } from '../html/pager.js';
import { EnvironmentTag } from '../html/states.js';
import { RefusedAnswer } from './refusedAnswer.js';

type Row = { at: Date; cells: (VNode | string | number)[] };

export function RequestLogTable({
  refused,
  issued,
}: {
  refused: readonly RefusedRequestSummary[];
  issued: readonly IssuedDocument[];
}): VNode {
  const rows: Row[] = [...refused.map(refusedRow), ...issued.map(issuedRow)].sort(
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
      rows={rows.slice(0, PAGE_SIZE).map(({ cells }) => cells)}
    />
  );
}

const refusedRow = ({
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
}: RefusedRequestSummary): Row => ({
  at,
  cells: [
    <span class="number">{instant(at)}</span>,
    call,
    <RefusedAnswer status={status} code={code} />,
    fields.length > 0 ? <span class="wide">{fields.join(', ')}</span> : '',
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

const issuedRow = ({
  createdAt,
  environment,
  kind,
  documentId,
  reference,
  series,
  number,
  requestId,
}: IssuedDocument): Row => ({
  at: createdAt,
  cells: [
    <span class="number">{instant(createdAt)}</span>,
    `POST /v1/${kind}s`,
    <span class="wide">
      <Tag severity="good">201</Tag> {series}-{number} <EnvironmentTag environment={environment} />
    </span>,
    '',
    <a href={`/referencias/${documentId}`}>{reference}</a>,
    '',
    '',
    <code>{requestId}</code>,
  ],
});
