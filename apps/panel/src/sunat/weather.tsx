/** The share of requests that SUNAT answered on each day of a month, by operation. */

import { percentile, type StatisticsRow } from '@rafaga/db';
import { count, many } from '@rafaga/operations';
import type { VNode } from 'preact';
import { OPERATION_NAMES, OPERATIONS } from '../activity/operationNames.js';
import { PeriodRows } from '../activity/periods.js';
import { shortNameOf } from '../businesses/authorities.js';
import { Empty, type Severity, Table } from '../html/components.js';
import { day, took } from '../html/formats.js';

export interface WeatherProps {
  /** The days, oldest first. */
  periods: readonly Date[];
  rows: readonly StatisticsRow[];
}

interface DayWeather {
  at: Date;
  requests: number;
  /** Answered requests, in percent; null: none was made. */
  share: number | null;
  p95: number | null;
}

export function Weather({ periods, rows }: WeatherProps): VNode {
  const authorities = [...new Set(rows.map(({ authority }) => authority))];
  const strips = authorities.flatMap((authority) => {
    const of = new PeriodRows(
      periods,
      rows.filter((row) => row.authority === authority),
    );
    return OPERATIONS.map((operation) => ({
      name: `${shortNameOf(authority)}: ${OPERATION_NAMES[operation]}`,
      days: weatherOf(of, operation),
    })).filter(({ days }) => days.some(({ requests }) => requests > 0));
  });
  return (
    <>
      <h2>El clima de SUNAT en 30 días</h2>
      {strips.length === 0 && <Empty>Todavía no hay días que mostrar.</Empty>}
      {strips.map(({ name, days }) => (
        <Strip key={name} name={name} days={days} />
      ))}
    </>
  );
}

function weatherOf(of: PeriodRows, measure: (typeof OPERATIONS)[number]): DayWeather[] {
  const { answered, failed } = of.answers(measure);
  const durations = of.durations({ measure });
  return of.periods.map((at, index) => {
    const requests = (answered[index] ?? 0) + (failed[index] ?? 0);
    const share = requests === 0 ? null : ((answered[index] ?? 0) / requests) * 100;
    return { at, requests, share, p95: percentile(durations[index] ?? new Map(), 0.95) };
  });
}

function Strip({ name, days }: { name: string; days: readonly DayWeather[] }): VNode {
  const measured = days.filter(({ requests }) => requests > 0);
  return (
    <figure class="chart weather">
      <figcaption>
        <h3>{name}</h3>
      </figcaption>
      <ol class="days" aria-hidden="true">
        {days.map((each) => (
          <li key={each.at} class={severityOf(each)} title={`${day(each.at)}: ${shareOf(each)}`} />
        ))}
      </ol>
      <details>
        <summary>
          {summaryOf(measured)}
          <span class="unseen"> Ver los días en una tabla</span>
        </summary>
        <Table
          caption={name}
          quiet
          head={['Día', 'Con respuesta', 'Pedidos', '95 % en menos de']}
          rows={measured
            .toReversed()
            .map((each) => [
              day(each.at),
              shareOf(each),
              <span class="number">{count(each.requests)}</span>,
              <span class="number">{each.p95 === null ? '—' : took(each.p95)}</span>,
            ])}
        />
      </details>
    </figure>
  );
}

/** Only a day without a failure has 100.0 %. */
const shareOf = ({ share }: DayWeather) => {
  if (share === null) return 'sin pedidos';
  return `${(share < 100 ? Math.min(99.9, share) : share).toFixed(1)} %`;
};

function severityOf({ share }: DayWeather): Severity {
  if (share === null) return 'calm';
  if (share > 99) return 'good';
  return share > 90 ? 'warn' : 'bad';
}

function summaryOf(days: readonly DayWeather[]): string {
  const bad = days.filter((each) => severityOf(each) !== 'good').length;
  const measured = many(days.length, 'día', 'días');
  if (bad === 0) return `Respondió más del 99 % en ${measured} con pedidos.`;
  return `Respondió el 99 % o menos en ${count(bad)} de ${measured} con pedidos.`;
}
