/** What the checker found, a line a fault as soon as it is over, for whoever runs them all. */
import type { Findings } from './checker.js';

export interface Report {
  fault: string;
  findings: Findings;
  tookMs: number;
}

const COLUMNS = ['sold', 'took', 'settled', 'lost', 'unexpected', 'duplicated', 'recovered', 'in review'] as const;
const WIDEST_NAME = 84;
const WORST = 5;

export const heading = (): string => line(['', ...COLUMNS]);

export const rowOf = (report: Report): string => [line(cellsOf(report)), ...complaints(report)].join('\n');

/** The sum of all. */
export function lastRow(reports: readonly Report[]): string {
  const all = <K extends keyof Findings>(name: K) => reports.map(({ findings }) => findings[name]);
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
  return line(
    cellsOf({
      fault: `${reports.length} faults`,
      tookMs: sum(reports.map(({ tookMs }) => tookMs)),
      findings: {
        lost: all('lost').flat(),
        unexpected: all('unexpected').flat(),
        duplicated: all('duplicated').flat(),
        recovered: sum(all('recovered')),
        inReview: sum(all('inReview')),
        documents: sum(all('documents')),
        settledInMs: Math.max(...all('settledInMs')),
      },
    }),
  );
}

function cellsOf({ fault, findings, tookMs }: Report): string[] {
  const { lost, unexpected, duplicated, recovered, inReview, documents, settledInMs } = findings;
  const counts = [lost.length, unexpected.length, duplicated.length, recovered, inReview].map(String);
  return [fault, String(documents), seconds(tookMs), seconds(settledInMs), ...counts];
}

const line = ([name = '', ...cells]: string[]): string =>
  name.padEnd(WIDEST_NAME) + cells.map((cell, place) => cell.padStart(Math.max(COLUMNS[place]?.length ?? 0, 7) + 2)).join('');

/** The first few of what should be empty. */
const complaints = ({ findings }: Report): string[] =>
  (['lost', 'unexpected', 'duplicated'] as const).flatMap((kind) => findings[kind].slice(0, WORST).map((text) => `  ✗ ${kind}: ${text}`));

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
