/** What a change of law means for the sales of one business, by product and series. */
import {
  type LawCheckSummary,
  type LawFindingRow,
  listBusinessLawChecks,
  listLawFindings,
  REVIEWED_DAYS,
} from '@rafaga/db';
import { changeAdvice, comingLawDays, limaToday, NOTICE_DAYS, peruvianDate } from '@rafaga/fiscal';
import { count, EFFECT, many } from '@rafaga/operations';
import type { VNode } from 'preact';
import { businessPage } from '../businesses/businessLayout.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { Empty, Note, Table, Tag } from '../html/components.js';
import { moment, money } from '../html/formats.js';
import { listCursor, listPage, NONE_HERE, Pager } from '../html/pager.js';

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
      <Empty>{reasonNotReviewed(request)}</Empty>
    ),
  );
}

function reasonNotReviewed({ business, now }: BusinessRequest): string {
  if (comingLawDays(limaToday(now)).length === 0)
    return `La ley no cambia en los próximos ${NOTICE_DAYS} días.`;
  return business.state === 'active'
    ? 'La primera revisión de sus ventas todavía no se hizo: la hace un procesador, una vez al día.'
    : 'Sus ventas se revisan cuando el negocio esté activo.';
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
        check.checkedAt !== null && <Empty>{cursor.from ? NONE_HERE : nothingFound(check)}</Empty>
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

const nothingFound = ({ sales, unreadable }: LawCheckSummary): string => {
  if (sales > 0) return 'Ninguna de las ventas revisadas cambia.';
  return unreadable > 0 ? 'Ninguna venta se pudo revisar.' : 'No hay ventas que revisar.';
};

function Summary({ check }: { check: LawCheckSummary }): VNode {
  const { checkedAt, sales, refused, observed, dearer, unreadable, current } = check;
  const day = peruvianDate(check.day);
  const reviewed = many(sales, 'venta', 'ventas');
  const where = `en el ambiente ${current ? 'actual' : 'de entonces'}, sin las descartadas`;
  if (checkedAt === null) return <p>La revisión con las reglas del {day} todavía no termina.</p>;
  return (
    <>
      {!current && <OfAnotherEnvironment />}
      <p>
        Con las reglas del {day}, de {reviewed} de los últimos {REVIEWED_DAYS} días ({where}):{' '}
        {many(refused, 'se rechazaría', 'se rechazarían')},{' '}
        {many(observed, 'se observaría', 'se observarían')} y{' '}
        {many(dearer, 'llevaría', 'llevarían')} más impuesto. Revisado el {moment(checkedAt)}.
        {unreadable > 0 && ` ${unreadableText(unreadable)}`}
      </p>
    </>
  );
}

const OfAnotherEnvironment = (): VNode => (
  <Note severity="warn" title="Es de otro ambiente">
    <p>
      El negocio cambió de ambiente después de esta revisión: lo de abajo no es de sus ventas de
      ahora. Un procesador la hace otra vez.
    </p>
  </Note>
);

const unreadableText = (found: number): string =>
  found === 1
    ? 'Además, 1 venta no se pudo leer: no está contada.'
    : `Además, ${count(found)} ventas no se pudieron leer: no están contadas.`;

const headOf = (day: string) => [
  ...['Qué pasaría', 'Producto', 'Serie', 'Ventas', 'Diferencia', 'Motivo'],
  ...[`Qué hacer antes del ${peruvianDate(day)}`, 'Ejemplo'],
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
