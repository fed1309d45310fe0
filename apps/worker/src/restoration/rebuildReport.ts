/** What a rebuild has found and written, as the panel and the CLI show it. */
import type { RebuildResult, RecoveredDocument } from '@rafaga/db';

export interface RebuildReport {
  /** Documents from the journal; and how many of them were signed, and settled. */
  documents: number;
  signed: number;
  settled: number;
  /** Documents from signed XML alone. */
  withoutReference: number;
  /** Pending documents of the database whose exchange had gone on. */
  resumed: number;
  /** Their numbers, series by series. */
  series: RebuiltSeries[];
  /** What could not be written, and the reason. */
  failed: { id: number; ruc: string; number: string; reason: string }[];
}

export interface RebuiltSeries {
  ruc: string;
  environment: string;
  series: string;
  from: number;
  to: number;
  documents: number;
}

export const emptyReport = (): RebuildReport => ({
  ...{ documents: 0, signed: 0, settled: 0, withoutReference: 0, resumed: 0 },
  ...{ series: [], failed: [] },
});

/** Adds a document that was written, or could not be, to the report. */
export function addToReport(
  report: RebuildReport,
  { id, ruc, series, number }: RecoveredDocument,
  { is, environment }: RebuildResult,
): void {
  if (is === 'no_business' || is === 'number_taken') {
    report.failed.push({ id, ruc, number: `${series}-${number}`, reason: is });
    return;
  }
  if (is === 'known') return;
  const found = report.series.find(
    (each) => each.ruc === ruc && each.environment === environment && each.series === series,
  );
  const row = found ?? { ...{ ruc, environment, series }, from: number, to: number, documents: 0 };
  if (!found) report.series.push(row);
  row.from = Math.min(row.from, number);
  row.to = Math.max(row.to, number);
  row.documents += 1;
}
