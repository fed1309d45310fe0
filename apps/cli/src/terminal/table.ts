/** Formats rows as an aligned table, and pairs as an aligned list. */
import { paint } from './paint.js';

type Cell = string | number | null | undefined;

/** Columns are as wide as their widest cell, two spaces apart; no line ends with spaces. */
export function table(titles: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => row.map(shown));
  const widths = titles.map((title, column) =>
    texts.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), title.length),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [paint('bold', line(titles)), ...texts.map(line)].join('\n');
}

/** `term  value` a line; facts without a value are left out. */
export function facts(pairs: readonly (readonly [string, Cell])[]): string {
  const known = pairs.filter(([, value]) => value !== undefined && value !== null && value !== '');
  const width = Math.max(0, ...known.map(([term]) => term.length));
  return known
    .map(([term, value]) => `${paint('dim', term.padEnd(width))}  ${shown(value)}`)
    .join('\n');
}

/** One line: control characters could begin another, or control the terminal. */
const shown = (cell: Cell): string =>
  cell === null || cell === undefined
    ? '—'
    : String(cell).replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ');
