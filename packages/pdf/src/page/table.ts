/**
 * Lays out the lines of a sale as a table: columns are as wide as their content, and the
 * description takes the rest.
 */

import type { Align, TextStyle } from '../canvas.js';
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

interface PlacedColumn extends Column {
  label: string;
  x: number;
  width: number;
  /** The widest decimals, in points; 0 when points are not aligned. */
  decimals: number;
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
    rows: lines.map((line) => row(sheet, columns, line)),
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

/** Computes the columns; that of the code is left out when no line has one. */
function placed(
  { width, styles }: Sheet,
  lines: readonly PrintedLine[],
  heads: PrintedContent['heads'],
): PlacedColumn[] {
  const labels: Record<Cell, string> = { ...NAMES, ...heads };
  const columns = COLUMNS.filter(
    ({ key }) => key !== 'code' || lines.some(({ code }) => code !== ''),
  ).map((column) => ({ ...column, label: labels[column.key], ...measured(column, lines, styles) }));
  const widths = columns.map(({ label, widest, maxShare: most }) => {
    const head = widthOf(label, styles.strong.face, styles.strong.size);
    return most === undefined ? 0 : Math.min(most * width, Math.max(head, widest) + 2 * PADDING.x);
  });
  const rest = width - widths.reduce((sum, each) => sum + each, 0);
  let x = 0;
  return columns.map((column, i) => {
    const own = column.maxShare === undefined ? rest : (widths[i] as number);
    const here = { ...column, x, width: own };
    x += own;
    return here;
  });
}

/** The width of the widest text of a column, and of its widest decimals. */
function measured(
  { key, decimal, maxShare }: Column,
  lines: readonly PrintedLine[],
  { text: { face, size } }: Sheet['styles'],
): { widest: number; decimals: number } {
  if (maxShare === undefined) return { widest: 0, decimals: 0 };
  let [whole, decimals] = [0, 0];
  const measure = (text: string) => {
    const own = decimal ? widthOf(decimalsOf(text), face, size) : 0;
    whole = Math.max(whole, widthOf(text, face, size) - own);
    decimals = Math.max(decimals, own);
  };
  for (const line of lines) measure(line[key]);
  if (key === 'total') for (const { steps } of lines) for (const [, sum] of steps) measure(sum);
  return { widest: whole + decimals, decimals };
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
  const cells = columns.map(({ label, x, width: wide, align }) => {
    const text: Block = {
      height,
      draw: (left, y) => canvas.text(label, left, y, style, wide - 2 * PADDING.x, align),
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

function row(sheet: Sheet, columns: readonly PlacedColumn[], line: PrintedLine): Block {
  const first =
    plainRow(sheet, columns, line) ??
    tableRow(sheet, columns, (column) => cell(sheet, column, line));
  const content = stack([
    first,
    ...line.steps.map((step) =>
      tableRow(sheet, columns, (column) => stepCell(sheet, columns, column, step)),
    ),
  ]);
  return {
    height: content.height + 2 * PADDING.y,
    draw: (x, y) => content.draw(x, y + PADDING.y),
  };
}

/**
 * A row whose cells are one line each, as most are: each text is measured once, and only the places
 * are kept until it is drawn.
 */
function plainRow(
  { canvas, styles }: Sheet,
  columns: readonly PlacedColumn[],
  line: PrintedLine,
): Block | undefined {
  if (line.details.length > 0) return undefined;
  const places = columns.map((column) => placeIn(column, line[column.key], styles.text));
  if (places.some(Number.isNaN)) return undefined;
  const draw = (x: number, y: number) => {
    let at = 0;
    const cellOfColumn = {
      draw: (left: number, top: number) =>
        canvas.line(line[(columns[at] as PlacedColumn).key], left, top, styles.text),
    };
    for (; at < columns.length; at++)
      canvas.inside('TD', cellOfColumn, x + (places[at] as number), y);
  };
  return inside(canvas, 'TR', { height: styles.text.size * LEADING, draw });
}

/** Where a text begins in the row; NaN unless it is Latin and one line. */
function placeIn(column: PlacedColumn, text: string, style: TextStyle): number {
  const width = (latinWidth(text, style.face) / 1000) * style.size;
  const room = roomOf(column, text, width, style);
  if (!fits(width, style.size, room)) return Number.NaN;
  return column.x + PADDING.x + (column.align === 'right' ? room - width : 0);
}

/** The width for a text in its column: numbers with fewer decimals end before the edge. */
function roomOf(
  { width: whole, decimals }: PlacedColumn,
  text: string,
  width: number,
  { face, size }: TextStyle,
): number {
  const room = whole - 2 * PADDING.x;
  if (decimals === 0) return room;
  const short = room - decimals + widthOf(decimalsOf(text), face, size);
  return width <= short ? short : room;
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

function cell({ canvas, styles }: Sheet, column: PlacedColumn, line: PrintedLine): Block {
  const { key, align } = column;
  const width = widthOf(line[key], styles.text.face, styles.text.size);
  const room = roomOf(column, line[key], width, styles.text);
  const own = lineStack(canvas, line[key], styles.text, room, align);
  return key === 'description' && line.details.length > 0
    ? stack([own, ...line.details.map((detail) => lineStack(canvas, detail, styles.small, room))])
    : own;
}

/** The label of a discount or charge below the description, and its amount below the amount. */
function stepCell(
  { canvas, styles }: Sheet,
  columns: readonly PlacedColumn[],
  { key, x, width }: PlacedColumn,
  [label, amount]: Pair,
): Block {
  const summed = columns.at(-1) as PlacedColumn;
  if (key === 'description') return lineStack(canvas, label, styles.text, summed.x - x - PADDING.x);
  if (key === 'total')
    return lineStack(canvas, amount, styles.text, width - 2 * PADDING.x, 'right');
  return space(0);
}
