/** The report of a rebuild, which the panel and the CLI show. */
import type { RebuildResult, RebuiltReport, RecoveredDocument } from '@rafaga/db';

export const emptyReport = (): RebuiltReport => ({
  documents: 0,
  signed: 0,
  settled: 0,
  withoutReference: 0,
  resumed: 0,
  decided: 0,
  series: [],
  failed: [],
});

/** Adds the result of rebuilding one document to the report. */
export function addToReport(
  report: RebuiltReport,
  { id, ruc, series, number }: Pick<RecoveredDocument, 'id' | 'ruc' | 'series' | 'number'>,
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
  const row = found ?? { ruc, environment, series, from: number, to: number, documents: 0 };
  if (!found) report.series.push(row);
  row.from = Math.min(row.from, number);
  row.to = Math.max(row.to, number);
  row.documents += 1;
  row.newest = Math.max(row.newest ?? 0, id);
}
