/** Charts of a day or a month: issued, accepted, rejected, and how long SUNAT took. */

import { type Measure, percentile, readStatistics, type StatisticsRow } from '@rafaga/db';
import { count } from '@rafaga/operations';
import type { VNode } from 'preact';
import { AUTHORITY_NAMES } from '../businesses/authorities.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { Empty } from '../html/components.js';
import { clock, durationUnit, took } from '../html/formats.js';
import { LineChart } from './lineChart.js';
import { OPERATION_NAMES, OPERATIONS } from './operationNames.js';
import { PeriodRows, periodsOf, SPANS, type Span, type SpanName } from './periods.js';

const TIME = new Intl.DateTimeFormat('es-PE', {
  timeZone: 'America/Lima',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const DAY = new Intl.DateTimeFormat('es-PE', {
  timeZone: 'America/Lima',
  day: '2-digit',
  month: '2-digit',
});
const LABEL = { hour: (at: Date) => TIME.format(at), day: (at: Date) => DAY.format(at) };

export async function activityPage(request: AuthenticatedRequest): Promise<PageResponse> {
  const { read, now, url } = request;
  const chosen: SpanName = url.searchParams.get('periodo') === '30d' ? '30d' : '24h';
  const span = SPANS[chosen];
  const periods = periodsOf(span, now);
  const since = periods[0] as Date;
  const rows = await read((db) => readStatistics(db, { by: span.by, since }));
  const authorities = [...new Set(rows.map(({ authority }) => authority))];
  return page(
    'Actividad',
    <>
      <h1>Actividad</h1>
      <nav aria-label="Periodo" class="tabs">
        <ul>
          {Object.entries(SPANS).map(([name, { label }]) => (
            <li key={name}>
              <a
                href={`/actividad?periodo=${name}`}
                {...(name === chosen && { 'aria-current': 'page' as const })}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div data-live="60">
        {authorities.length === 0 && (
          <Empty>En este periodo no se emitió nada ni se le preguntó nada a SUNAT.</Empty>
        )}
        {authorities.map((authority) => (
          <AuthorityCharts
            key={authority}
            authority={authority}
            span={span}
            periods={periods}
            rows={rows.filter((row) => row.authority === authority)}
          />
        ))}
        <p class="hint">
          Actualizado a las {clock(now)}; lo del último minuto todavía no se cuenta.
        </p>
      </div>
    </>,
  );
}

interface AuthorityChartsProps {
  authority: string;
  span: Span;
  periods: readonly Date[];
  rows: readonly StatisticsRow[];
}

function AuthorityCharts({ authority, span, periods, rows }: AuthorityChartsProps): VNode {
  const of = new PeriodRows(periods, rows);
  const labels = periods.map(LABEL[span.by]);
  const settled = (result: string) => of.counts({ measure: 'settled', result });
  const delays = of.durations({ measure: 'settled', result: 'accepted' });
  const by = span.by === 'hour' ? 'por hora' : 'por día';
  return (
    <section class="charts">
      <h2>{AUTHORITY_NAMES[authority] ?? authority}</h2>
      <LineChart
        title={`Comprobantes ${by}`}
        labels={labels}
        format={count}
        series={[
          { name: 'Emitidos', kind: 'solid', values: of.counts({ measure: 'issued' }) },
          { name: 'Aceptados', kind: 'dashed', values: settled('accepted') },
          { name: 'Rechazados', kind: 'dotted', values: settled('rejected') },
        ]}
      />
      <LineChart
        title="De la emisión a la aceptación"
        labels={labels}
        format={took}
        unitOf={durationUnit}
        series={[
          { name: 'La mitad en menos de', kind: 'solid', values: percentiles(delays, 0.5) },
          { name: '95 % en menos de', kind: 'dotted', values: percentiles(delays, 0.95) },
        ]}
      />
      {OPERATIONS.map((operation) => (
        <OperationChart
          key={operation}
          measure={operation}
          name={OPERATION_NAMES[operation]}
          labels={labels}
          of={of}
        />
      ))}
    </section>
  );
}

interface OperationChartProps {
  measure: Measure;
  name: string;
  labels: readonly string[];
  of: PeriodRows;
}

function OperationChart({ measure, name, labels, of }: OperationChartProps): VNode | null {
  const { answered, failed } = of.answers(measure);
  if ([...answered, ...failed].every((each) => each === 0)) return null;
  const durations = of.durations({ measure });
  return (
    <>
      <LineChart
        title={`SUNAT: ${name}`}
        labels={labels}
        format={count}
        series={[
          { name: 'Con respuesta', kind: 'dashed', values: answered },
          { name: 'Sin respuesta', kind: 'dotted', values: failed },
        ]}
      />
      <LineChart
        title={`SUNAT: ${name}, tiempo de respuesta`}
        labels={labels}
        format={took}
        unitOf={durationUnit}
        series={[
          { name: 'La mitad en menos de', kind: 'solid', values: percentiles(durations, 0.5) },
          { name: '95 % en menos de', kind: 'dotted', values: percentiles(durations, 0.95) },
        ]}
      />
    </>
  );
}

const percentiles = (durations: readonly ReadonlyMap<number, number>[], share: number) =>
  durations.map((buckets) => percentile(buckets, share));
