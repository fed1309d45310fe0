/**
 * A chart of lines over periods as SVG, with its axes, and the same values as a table below it. It
 * needs no script, and a screen reader reads the table.
 */
import type { VNode } from 'preact';
import { Empty, Table } from '../html/components.js';
import { axisMarks } from './axis.js';

export interface ChartSeries {
  name: string;
  /** One a period; null: nothing was measured. */
  values: readonly (number | null)[];
  /** Its line's class in the stylesheet. */
  kind: 'solid' | 'dashed' | 'dotted';
}

export interface LineChartProps {
  title: string;
  /** Of the periods, oldest first. */
  labels: readonly string[];
  series: readonly ChartSeries[];
  /** @param most the largest of the values beside it */
  format(value: number, most?: number): string;
  /** In what the marks of the axis are round numbers, when the largest value is this one. */
  unitOf?(most: number): number;
}

/** As wide as on a phone; the stylesheet gives its text the size that fits where it stands. */
const WIDTH = 360;
const HEIGHT = 160;
const LEFT = 52;
const BOTTOM = 22;
const TOP = 10;
const RIGHT = 18;
/** Labels of periods on the horizontal axis, at most; a narrow chart shows half of them. */
const LABELS = 8;

export function LineChart(props: LineChartProps): VNode {
  const { title, labels, series, format } = props;
  return (
    <figure class="chart">
      <figcaption>
        <h3>{title}</h3>
        <ul class="legend">
          {series.map(({ name, kind }) => (
            <li key={name} class={kind}>
              <svg viewBox="0 0 24 6" aria-hidden="true">
                <path class="line" d="M0 3H24" />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      {isEmpty(series) ? <Empty>No hay datos en este periodo.</Empty> : <Drawing {...props} />}
      <details>
        <summary>Ver los datos en una tabla</summary>
        <Table
          caption={title}
          quiet
          head={['Desde', ...series.map(({ name }) => name)]}
          rows={labels.map((label, at) => [
            label,
            ...series.map(({ values }) => (
              <span class="number">{textOf(values[at] ?? null, format)}</span>
            )),
          ])}
        />
      </details>
    </figure>
  );
}

const isEmpty = (series: readonly ChartSeries[]): boolean =>
  series.every(({ values }) => values.every((value) => !value));

const textOf = (value: number | null, format: (value: number) => string) =>
  value === null ? '—' : format(value);

function Drawing({ title, labels, series, format, unitOf }: LineChartProps): VNode {
  const most = Math.max(0, ...series.flatMap(({ values }) => values.map(Number)));
  const unit = unitOf?.(most) ?? 1;
  const marks = axisMarks(most / unit).map((mark) => mark * unit);
  const top = marks.at(-1) ?? 1;
  const x = (at: number) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / Math.max(1, labels.length - 1);
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const every = Math.ceil(labels.length / LABELS);
  return (
    <svg class="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
      {marks.map((mark) => (
        <g key={mark}>
          <path class="rule" d={`M${LEFT} ${y(mark).toFixed(1)}H${WIDTH - RIGHT}`} />
          <text class="mark" x={LEFT - 6} y={y(mark) + 4} text-anchor="end">
            {format(mark, most)}
          </text>
        </g>
      ))}
      {labels.map((label, at) =>
        (labels.length - 1 - at) % every === 0 ? (
          <text
            key={label}
            class={(labels.length - 1 - at) % (2 * every) === 0 ? 'mark' : 'mark spare'}
            x={x(at)}
            y={HEIGHT - 5}
            text-anchor="middle"
          >
            {label}
          </text>
        ) : null,
      )}
      {series.map(({ name, kind, values }) => (
        <path key={name} class={`line ${kind}`} d={pathOf(values, x, y)} />
      ))}
    </svg>
  );
}

/** Half of the width of a value alone: a dashed line of no length would not be drawn. */
const ALONE = 3;

/** A line is interrupted where nothing was measured; a value alone is a short stroke. */
function pathOf(
  values: readonly (number | null)[],
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  return values
    .map((value, at) => {
      if (value === null) return '';
      const [left, top] = [x(at), y(value).toFixed(1)];
      const begins = (values[at - 1] ?? null) === null;
      const alone = begins && (values[at + 1] ?? null) === null;
      if (alone) return `M${(left - ALONE).toFixed(1)} ${top}h${2 * ALONE}`;
      return `${begins ? 'M' : 'L'}${left.toFixed(1)} ${top}`;
    })
    .join('');
}
