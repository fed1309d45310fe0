/** What the checker found, fault by fault, as a table for whoever ran them all. */
import type { Findings } from './checker.js';

export interface Report {
  fault: string;
  findings: Findings;
  tookMs: number;
}

const COLUMNS = ['sold', 'took', 'settled in', 'lost', 'unexpected', 'duplicated', 'recovered', 'in review'] as const;
const WORST = 5;

export function table(reports: readonly Report[]): string {
  const rows = reports.map(({ fault, findings, tookMs }) => [
    fault,
    String(findings.documents),
    seconds(tookMs),
    seconds(findings.settledInMs),
    ...[findings.lost, findings.unexpected, findings.duplicated].map(({ length }) => String(length)),
    String(findings.recovered),
    String(findings.inReview),
  ]);
  const all = [['', ...COLUMNS], ...rows, totals(reports)];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = all.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))),
  );
  return [...lines.map((line) => line.join('  ').trimEnd()), ...reports.flatMap(complaints)].join('\n');
}

function totals(reports: readonly Report[]): string[] {
  const sum = (pick: (findings: Findings) => number) => String(reports.reduce((total, { findings }) => total + pick(findings), 0));
  return [
    'all',
    sum(({ documents }) => documents),
    seconds(reports.reduce((total, { tookMs }) => total + tookMs, 0)),
    '',
    sum(({ lost }) => lost.length),
    sum(({ unexpected }) => unexpected.length),
    sum(({ duplicated }) => duplicated.length),
    sum(({ recovered }) => recovered),
    sum(({ inReview }) => inReview),
  ];
}

/** The first few of what should be empty. */
const complaints = ({ fault, findings }: Report): string[] =>
  (['lost', 'unexpected', 'duplicated'] as const).flatMap((kind) =>
    findings[kind].slice(0, WORST).map((text) => `✗ ${fault.split(' ')[0]} ${kind}: ${text}`),
  );

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
