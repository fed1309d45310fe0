/**
 * Lays out the lines of a sale as a table: columns are as wide as their content, and the
 * description takes the rest.
 */
import type { Align, TextColumn, TextStyle } from '../canvas.js';
import type { PrintedLine } from '../content/lines.js';
import type { Pair } from '../content/pair.js';
import type { PrintedContent } from '../content/printedContent.js';
import { type Block, beside, inside, lineStack, space, stack } from '../paper/block.js';
import { HAIR, onTop } from '../paper/colors.js';
import { latinWidth } from '../type/latin.js';
import { fits, LEADING, widthOf } from '../type/lines.js';
import type { Sheet } from './sheet.js';

type Cell = Exclude<keyof PrintedLine, 'details' | 'steps'>;

interface Column {
  key: Cell;
  align: Align;
  /** Whether the decimal points of its numbers are one below the other. */
  decimal?: boolean;
  /** Largest share of the table's width; absent for the description, which takes the rest. */
  maxShare?: number;
}

const COLUMNS: readonly Column[] = [
  { key: 'quantity', align: 'right', decimal: true, maxShare: 0.16 },
  { key: 'unit', align: 'left', maxShare: 0.1 },
  { key: 'code', align: 'left', maxShare: 0.18 },
  { key: 'description', align: 'left' },
  { key: 'price', align: 'right', decimal: true, maxShare: 0.2 },
  { key: 'total', align: 'right', maxShare: 0.22 },
];
const NAMES = { quantity: 'Cant.', unit: 'Unid.', code: 'Código', description: 'Descripción' };

/** The texts of a column, each measured once. */
interface Measured {
  column: Column;
  label: string;
  /** The texts by line; the arrays below are by line too, in points. */
  texts: readonly string[];
  /** The width of each text; NaN for a text that is not Latin. */
  widths: Float64Array;
  /** The width of the decimals, in a column whose decimal points are aligned. */
  decimals: Float64Array;
  widestDecimals: number;
  widest: number;
}

interface PlacedColumn extends TextColumn {
  measured: Measured;
  x: number;
  width: number;
}

export interface Table {
  head: Block;
  rows: Block[];
  /** Rows of one page below the head, with a line below each. */
  part(rows: readonly Block[]): Block;
}

/** Space between a text and the edges of its cell. */
const PADDING = { x: 4.5, y: 2.4 };

export function table(sheet: Sheet, { lines, heads }: PrintedContent): Table {
  const columns = placed(sheet, lines, heads);
  const head = tableHead(sheet, columns);
  return {
    head,
    rows: lines.map((line, at) => row(sheet, columns, line, at)),
    part: (rows) => tablePart(sheet, head, rows),
  };
}

/** Draws the lines after all texts: each change between the two costs operators. */
function tablePart({ canvas, width }: Sheet, head: Block, rows: readonly Block[]): Block {
  const texts = inside(canvas, 'Table', stack([head, ...rows]));
  return {
    height: texts.height,
    draw(x, y) {
      texts.draw(x, y);
      let bottom = y + head.height;
      for (const { height } of rows) {
        bottom += height;
        canvas.rule(x, bottom, width, 0.5, HAIR);
      }
    },
  };
}

/** Computes the columns; the column of codes is left out when no line has a code. */
function placed(
  { width, styles }: Sheet,
  lines: readonly PrintedLine[],
  heads: PrintedContent['heads'],
): PlacedColumn[] {
  const labels: Record<Cell, string> = { ...NAMES, ...heads };
  const columns = COLUMNS.filter(
    ({ key }) => key !== 'code' || lines.some(({ code }) => code !== ''),
  ).map((column) => measured(column, labels[column.key], lines, styles.text));
  const widths = columns.map(({ label, widest, column: { maxShare: most } }) => {
    const head = widthOf(label, styles.strong.face, styles.strong.size);
    return most === undefined ? 0 : Math.min(most * width, Math.max(head, widest) + 2 * PADDING.x);
  });
  const rest = width - widths.reduce((sum, each) => sum + each, 0);
  let left = 0;
  return columns.map((column, i) => {
    const x = left;
    const own = column.column.maxShare === undefined ? rest : (widths[i] as number);
    left += own;
    const { texts } = column;
    const places = placesIn(column, x + PADDING.x, own, styles.text.size);
    return { measured: column, x, width: own, texts, places };
  });
}

/** Measures the texts of a column, and finds the width of the widest one. */
function measured(
  column: Column,
  label: string,
  lines: readonly PrintedLine[],
  { face, size }: TextStyle,
): Measured {
  const { key, decimal = false } = column;
  const texts = lines.map((line) => line[key]);
  const widths = new Float64Array(lines.length);
  const decimals = new Float64Array(decimal ? lines.length : 0);
  let [widestWhole, widestDecimals] = [0, 0];
  texts.forEach((text, at) => {
    const latin = (latinWidth(text, face) / 1000) * size;
    const own = decimal ? widthOf(decimalsOf(text), face, size) : 0;
    const whole = (Number.isNaN(latin) ? widthOf(text, face, size) : latin) - own;
    widths[at] = latin;
    if (decimal) decimals[at] = own;
    widestWhole = Math.max(widestWhole, whole);
    widestDecimals = Math.max(widestDecimals, own);
  });
  if (key === 'total')
    for (const { steps } of lines)
      for (const [, sum] of steps) widestWhole = Math.max(widestWhole, widthOf(sum, face, size));
  const widest = widestWhole + widestDecimals;
  return { column, label, texts, widths, decimals, widestDecimals, widest };
}

/** '7.25' -> '.25' */
function decimalsOf(text: string): string {
  const point = text.indexOf('.');
  return point < 0 ? '' : text.slice(point);
}

function tableHead(
  { canvas, shape, color, width }: Sheet,
  columns: readonly PlacedColumn[],
): Block {
  const style: TextStyle = { face: 'semibold', size: shape.text, color: onTop(color) };
  const height = shape.text * LEADING + 2 * (PADDING.y + 0.8);
  const cells = columns.map(({ measured: { label, column }, x, width: wide }) => {
    const text: Block = {
      height,
      draw: (left, y) => canvas.text(label, left, y, style, wide - 2 * PADDING.x, column.align),
    };
    return [x + PADDING.x, inside(canvas, 'TH', text)] as const;
  });
  const heads = inside(canvas, 'TR', beside(cells));
  return {
    height: height + 1,
    draw(x, y) {
      canvas.rect(x, y, width, height, { fill: color });
      heads.draw(x, y + PADDING.y + 0.8);
    },
  };
}

function row(sheet: Sheet, columns: readonly PlacedColumn[], line: PrintedLine, at: number): Block {
  if (isPlain(columns, line, at)) return plainRow(sheet, columns, at);
  const content = stack([
    tableRow(sheet, columns, (column) => cell(sheet, column, line, at)),
    ...line.steps.map((step) =>
      tableRow(sheet, columns, (column) => stepCell(sheet, columns, column, step)),
    ),
  ]);
  return {
    height: content.height + 2 * PADDING.y,
    draw: (x, y) => content.draw(x, y + PADDING.y),
  };
}

/** Whether each cell of a line is one line of Latin text, as in most lines. */
const isPlain = (
  columns: readonly PlacedColumn[],
  { steps, details }: PrintedLine,
  at: number,
): boolean =>
  steps.length === 0 &&
  details.length === 0 &&
  columns.every(({ places }) => !Number.isNaN(places[at]));

/** Stores nothing for the row: its texts and places are in the columns. */
const plainRow = (
  { canvas, styles }: Sheet,
  columns: readonly PlacedColumn[],
  at: number,
): Block => ({
  height: styles.text.size * LEADING + 2 * PADDING.y,
  draw: (x, y) => canvas.row(columns, at, x, y + PADDING.y, styles.text),
});

/** Where each text begins in its row; NaN for a text that is not Latin or not a single line. */
function placesIn(measured: Measured, left: number, width: number, size: number): Float64Array {
  const { widths, column } = measured;
  const places = new Float64Array(widths.length);
  for (let at = 0; at < widths.length; at++) {
    const own = widths[at] as number;
    const room = roomOf(measured, width, at);
    const place = left + (column.align === 'right' ? room - own : 0);
    places[at] = fits(own, size, room) ? place : Number.NaN;
  }
  return places;
}

/** The width for a text in its column: numbers with fewer decimals end before the edge. */
function roomOf({ widths, decimals, widestDecimals }: Measured, width: number, at: number): number {
  const room = width - 2 * PADDING.x;
  if (widestDecimals === 0) return room;
  const short = room - widestDecimals + (decimals[at] as number);
  return (widths[at] as number) <= short ? short : room;
}

function tableRow(
  { canvas }: Sheet,
  columns: readonly PlacedColumn[],
  blockOf: (column: PlacedColumn) => Block,
): Block {
  const cells = columns.map(
    (column) => [column.x + PADDING.x, inside(canvas, 'TD', blockOf(column))] as const,
  );
  return inside(canvas, 'TR', beside(cells));
}

function cell(
  { canvas, styles }: Sheet,
  { measured, width, texts }: PlacedColumn,
  { details }: PrintedLine,
  at: number,
): Block {
  const { key, align } = measured.column;
  const room = roomOf(measured, width, at);
  const own = lineStack(canvas, texts[at] as string, styles.text, room, align);
  return key === 'description' && details.length > 0
    ? stack([own, ...details.map((detail) => lineStack(canvas, detail, styles.small, room))])
    : own;
}

/** The label of a discount or charge below the description, and its amount below the amount. */
function stepCell(
  { canvas, styles }: Sheet,
  columns: readonly PlacedColumn[],
  { measured: { column }, x, width }: PlacedColumn,
  [label, amount]: Pair,
): Block {
  const summed = columns.at(-1) as PlacedColumn;
  if (column.key === 'description')
    return lineStack(canvas, label, styles.text, summed.x - x - PADDING.x);
  if (column.key === 'total')
    return lineStack(canvas, amount, styles.text, width - 2 * PADDING.x, 'right');
  return space(0);
}
