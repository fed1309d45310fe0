/** Formats the findings of the checker: one line for each scenario. */
import type { Findings } from './checker.js';
import { COLUMNS, type Column } from './history/rules.js';

export interface Report {
  fault: string;
  findings: Findings;
  tookMs: number;
}

const HEADINGS = ['sold', 'took', 'settled', ...COLUMNS, 'recovered', 'in review', 'needless'];
const WIDEST_NAME = 84;
const WORST = 5;

export const heading = (): string => line(['', ...HEADINGS, ' by reason']);

export const rowOf = (report: Report): string =>
  [line(cellsOf(report)), ...details(report)].join('\n');

/** The line with the sums of all scenarios. */
export function lastRow(reports: readonly Report[]): string {
  const all = reports.map(({ findings }) => findings);
  const sum = (of: (findings: Findings) => number) =>
    all.reduce((total, each) => total + of(each), 0);
  const together = (column: Column) => all.flatMap(({ violations }) => violations[column]);
  return line(
    cellsOf({
      fault: `${reports.length} faults`,
      tookMs: reports.reduce((total, { tookMs }) => total + tookMs, 0),
      findings: {
        violations: Object.fromEntries(
          COLUMNS.map((column) => [column, together(column)]),
        ) as Record<Column, string[]>,
        recovered: sum(({ recovered }) => recovered),
        reviews: added(all.map(({ reviews }) => reviews)),
        inReview: sum(({ inReview }) => inReview),
        needless: all.flatMap(({ needless }) => needless),
        documents: sum(({ documents }) => documents),
        settledInMs: Math.max(...all.map(({ settledInMs }) => settledInMs)),
      },
    }),
  );
}

function cellsOf({ fault, findings, tookMs }: Report): string[] {
  const { violations, recovered, reviews, inReview, needless, documents, settledInMs } = findings;
  const counts = [
    ...COLUMNS.map((column) => violations[column].length),
    recovered,
    inReview,
    needless.length,
  ];
  const reasons = Object.entries(reviews).map(([reason, count]) => `${reason} ${count}`);
  return [
    fault,
    String(documents),
    seconds(tookMs),
    seconds(settledInMs),
    ...counts.map(String),
    ` ${reasons.join(', ')}`,
  ];
}

const line = ([name = '', ...cells]: string[]): string =>
  name.padEnd(WIDEST_NAME) +
  cells.map((cell, place) => cell.padStart(Math.max(HEADINGS[place]?.length ?? 0, 7) + 2)).join('');

/** Lines for the first few violations and needless reviews. */
const details = ({ findings: { violations, needless } }: Report): string[] => [
  ...COLUMNS.flatMap((column) =>
    violations[column].slice(0, WORST).map((text) => `  ✗ ${column}: ${text}`),
  ),
  ...needless.slice(0, WORST).map((text) => `  · in review: ${text}`),
];

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

function added(all: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const each of all)
    for (const [name, count] of Object.entries(each)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
