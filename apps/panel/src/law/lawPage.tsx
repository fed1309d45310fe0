/** Cambios de ley: the dated rows that change soon, and what they change in sales of today. */

import { type LawCheckSummary, listLawChecks, REVIEWED_DAYS } from '@rafaga/db';
import {
  comingLawChanges,
  comingLawDays,
  limaToday,
  NOTICE_DAYS,
  peruvianDate,
} from '@rafaga/fiscal';
import { count } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { Empty, Table } from '../html/components.js';
import { listCursor, listPage, MAX_INTEGER, NONE_HERE, Pager } from '../html/pager.js';
import { LawChangeTable } from './lawChangeTable.js';
import { ReviewState } from './reviewState.js';

export async function lawPage(request: AuthenticatedRequest): Promise<PageResponse> {
  const today = limaToday(request.now);
  const days = comingLawDays(today);
  const given = request.query('fecha');
  const day = days.find((each) => each === given) ?? days[0];
  return page(
    'Cambios de ley',
    <>
      <h1>Cambios de ley</h1>
      <p>
        Lo que empieza o termina en los próximos {NOTICE_DAYS} días, de dónde consta, y qué pasaría
        con las ventas recientes. Cada venta se juzga con las reglas de su propia fecha.
      </p>
      <h2>Qué cambia</h2>
      <LawChangeTable changes={comingLawChanges(today)} />
      {day && (
        <>
          <h2>Las ventas recientes con las reglas del {peruvianDate(day)}</h2>
          <Days days={days} day={day} />
          <Checks request={request} day={day} checks={await checksOf(request, day)} />
        </>
      )}
    </>,
  );
}

const checksOf = (request: AuthenticatedRequest, day: string) =>
  listLawChecks(request.deps.db, day, listCursor(request, MAX_INTEGER));

/** Shown when the law changes on more days than one. */
const Days = ({ days, day }: { days: readonly string[]; day: string }): VNode | null =>
  days.length < 2 ? null : (
    <nav aria-label="Fechas en que cambia la ley">
      <ul class="row">
        {days.map((each) => (
          <li key={each}>
            <a
              href={`/ley?fecha=${each}`}
              {...(each === day ? { 'aria-current': 'page' as const } : {})}
            >
              {peruvianDate(each)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );

function Checks(props: {
  request: AuthenticatedRequest;
  day: string;
  checks: readonly LawCheckSummary[];
}): VNode {
  const { request, day, checks } = props;
  const cursor = listCursor(request, MAX_INTEGER);
  const list = listPage(checks, cursor);
  return (
    <>
      <p class="hint">
        Una vez al día se revisan las ventas de los últimos {REVIEWED_DAYS} días de cada negocio
        activo: las de su ambiente actual (pruebas o producción), sin las descartadas.
      </p>
      {list.rows.length === 0 ? (
        <Empty>{cursor.from ? NONE_HERE : NOT_YET}</Empty>
      ) : (
        <Table
          caption="Negocios revisados"
          head={[
            'Negocio',
            'RUC',
            'Ventas',
            'Rechazadas',
            'Observadas',
            'Con más impuesto',
            'Revisado',
          ]}
          rows={list.rows.map(checkCells)}
        />
      )}
      <Pager
        list={list}
        keyOf={({ businessId }) => businessId}
        href={(more) => `/ley?${new URLSearchParams({ fecha: day, ...more })}`}
        label="Páginas de negocios revisados"
      />
    </>
  );
}

const NOT_YET =
  'Todavía no se revisó ningún negocio: lo hace un procesador, con cada negocio activo.';

const checkCells = (check: LawCheckSummary) => [
  <a class="wide" href={`/negocios/${check.ruc}/ley?fecha=${check.day}`}>
    {check.legalName}
  </a>,
  <span class="number">{check.ruc}</span>,
  salesText(check),
  count(check.refused),
  count(check.observed),
  count(check.dearer),
  <ReviewState check={check} />,
];

/** 1,200, y 3 sin leer */
const salesText = ({ sales, unreadable }: LawCheckSummary): string =>
  unreadable > 0 ? `${count(sales)}, y ${count(unreadable)} sin leer` : count(sales);
