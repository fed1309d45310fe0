/**
 * The rows of SUNAT's workbook of validations for facturas (01) and boletas (03) of February 2026,
 * as kept in rows.tsv, and as a newer sheet has them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type WorkbookKind = '01' | '03';

export interface WorkbookRow {
  /** The return code; two of them where the workbook gives one to each environment. */
  code: string;
  result: 'ERROR' | 'OBSERV';
  /** The sheets that have it. */
  kinds: WorkbookKind[];
  /** The XPath that it checks, with the workbook's remarks. */
  tag: string;
  /** When it applies, in the workbook's words. */
  condition: string;
}

export const keyOf = ({ code, result, tag, condition }: WorkbookRow): string =>
  [code, result, tag, condition].join('\t');

export function readKeptRows(): WorkbookRow[] {
  const [, ...lines] = readFileSync(join(import.meta.dirname, 'rows.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const [code, result, kinds, tag, condition] = line.split('\t') as string[];
    return { code, result, kinds: kinds?.split(','), tag, condition } as WorkbookRow;
  });
}

/** The columns of a sheet, counted from 0. */
const TAG = 6;
const CONDITION = 8;
const RESULT = 9;
const CODE = 10;

/** The rows of a sheet that was exported as a Markdown table. Those without a code are left out. */
export function readSheet(file: string, kind: WorkbookKind): WorkbookRow[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .map(([, ...cells]) => ({
      code: cells[CODE] ?? '',
      result: cells[RESULT] as WorkbookRow['result'],
      kinds: [kind],
      tag: cells[TAG] ?? '',
      condition: cells[CONDITION] ?? '',
    }))
    .filter(({ result }) => result === 'ERROR' || result === 'OBSERV');
}
