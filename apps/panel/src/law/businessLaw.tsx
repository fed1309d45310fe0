/** What a change of law means for the sales of one business, by product and series. */
import {
  type LawCheckSummary,
  type LawFindingRow,
  listBusinessLawChecks,
  listLawFindings,
  REVIEWED_DAYS,
} from '@rafaga/db';
import { changeAdvice, limaToday } from '@rafaga/fiscal';
import type { VNode } from 'preact';
import { businessPage } from '../businesses/businessLayout.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { Empty, Table, Tag } from '../html/components.js';
import { count, many, moment, money } from '../html/formats.js';
import { listCursor, listPage, Pager } from '../html/pager.js';
import { dayText, EFFECT } from './lawWords.js';

export async function businessLawPage(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business, now, query } = request;
  const checks = await listBusinessLawChecks(deps.db, business.id, limaToday(now));
  const check = checks.find(({ day }) => day === query('fecha')) ?? checks[0];
  return businessPage(
    request,
    'Cambios de ley',
    check ? (
      <Findings request={request} check={check} found={await findingsOf(request, check)} />
    ) : (
      <Empty>
        Nada que revisar: la ley no cambia pronto, o la primera revisión de este negocio está por
        hacerse.
      </Empty>
    ),
  );
}

const findingsOf = (request: BusinessRequest, { businessId, day }: LawCheckSummary) =>
  listLawFindings(request.deps.db, { businessId, day }, listCursor(request));

function Findings(props: {
  request: BusinessRequest;
  check: LawCheckSummary;
  found: readonly LawFindingRow[];
}): VNode {
  const { request, check, found } = props;
  const cursor = listCursor(request);
  const list = listPage(found, cursor);
  const at = `/negocios/${check.ruc}/ley`;
  return (
    <>
      <Summary check={check} />
      {list.rows.length > 0 ? (
        <Table
          caption="Por producto y serie, lo más grave primero"
          head={headOf(check.day)}
          rows={list.rows.map((row) => findingCells(row, check.day))}
        />
      ) : (
        <Empty>{cursor.from ? 'No hay más.' : 'Ninguna de sus ventas cambia.'}</Empty>
      )}
      <Pager
        list={list}
        keyOf={({ id }) => id}
        href={(more) => `${at}?${new URLSearchParams({ fecha: check.day, ...more })}`}
        label="Páginas de hallazgos"
      />
      {check.omitted > 0 && <p>Hay {count(check.omitted)} más que no se listan.</p>}
    </>
  );
}

const Summary = ({ check }: { check: LawCheckSummary }): VNode => (
  <p>
    Con las reglas del {dayText(check.day)}, de {many(check.sales, 'venta', 'ventas')} de los
    últimos {REVIEWED_DAYS} días (en el ambiente actual, sin las descartadas): se rechazarían{' '}
    {count(check.refused)}, se observarían {count(check.observed)} y llevarían más impuesto{' '}
    {count(check.dearer)}.{' '}
    {check.checkedAt === null
      ? 'La primera revisión está en curso.'
      : `Revisado el ${moment(check.checkedAt)}.`}
  </p>
);

const headOf = (day: string) => [
  ...['Qué pasaría', 'Producto', 'Serie', 'Ventas', 'Diferencia', 'Motivo'],
  ...[`Qué hacer antes del ${dayText(day)}`, 'Ejemplo'],
];

const findingCells = (row: LawFindingRow, day: string) => [
  row.effect === 'refused' ? (
    <Tag severity="bad">{EFFECT[row.effect]}</Tag>
  ) : (
    <Tag severity="warn">{EFFECT[row.effect]}</Tag>
  ),
  <span class="wide">
    {[row.productCode, row.product].filter(Boolean).join(' · ') || 'toda la venta'}
  </span>,
  row.series,
  count(row.sales),
  row.effect === 'dearer' ? <span class="number">{money(row.currency, row.extra)}</span> : '',
  <span class="wide">
    {row.text} {row.code !== null && `(${row.code})`}
  </span>,
  <span class="wide">{changeAdvice(row, day)}</span>,
  <a href={`/referencias/${row.documentId}`}>Ver una</a>,
];
