/**
 * Lays out the lines of a sale as a table: columns are as wide as their content, and the
 * description takes the rest.
 */

import type { Align, TextStyle } from '../canvas.js';
import type { PrintedLine } from '../content/lines.js';
import type { PrintedContent } from '../content/printedContent.js';
import { type Block, beside, paragraph, stack } from '../paper/block.js';
import { HAIR, onTop } from '../paper/colors.js';
import { LEADING, widthOf } from '../type/lines.js';
import type { Sheet } from './sheet.js';

type Cell = Exclude<keyof PrintedLine, 'details'>;

interface Column {
  key: Cell;
  label: string;
  align: Align;
  /** Largest share of the table's width; absent for the description, which takes the rest. */
  maxShare?: number;
}

const COLUMNS: readonly Column[] = [
  { key: 'quantity', label: 'Cant.', align: 'right', maxShare: 0.16 },
  { key: 'unit', label: 'Unid.', align: 'left', maxShare: 0.1 },
  { key: 'code', label: 'Código', align: 'left', maxShare: 0.18 },
  { key: 'description', label: 'Descripción', align: 'left' },
  { key: 'price', label: 'P. unitario', align: 'right', maxShare: 0.2 },
  { key: 'total', label: 'Importe', align: 'right', maxShare: 0.22 },
];

interface PlacedColumn extends Column {
  x: number;
  width: number;
}

export interface Table {
  head: Block;
  rows: Block[];
}

/** Space between a text and the edges of its cell. */
const PADDING = { x: 4.5, y: 2.4 };

export function table(sheet: Sheet, { lines }: PrintedContent): Table {
  const columns = placed(sheet, lines);
  return { head: tableHead(sheet, columns), rows: lines.map((line) => row(sheet, columns, line)) };
}

/** Computes the columns; that of the code is left out when no line has one. */
function placed({ width, styles }: Sheet, lines: readonly PrintedLine[]): PlacedColumn[] {
  const columns = COLUMNS.filter(
    ({ key }) => key !== 'code' || lines.some(({ code }) => code !== ''),
  );
  const { face, size } = styles.strong;
  const widths = columns.map(({ key, label, maxShare: most }) => {
    if (most === undefined) return 0;
    const cells = lines.map((line) => widthOf(line[key], styles.text.face, size));
    return Math.min(most * width, Math.max(widthOf(label, face, size), ...cells) + 2 * PADDING.x);
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

function tableHead(
  { canvas, shape, color, width }: Sheet,
  columns: readonly PlacedColumn[],
): Block {
  const style: TextStyle = { face: 'semibold', size: shape.text, color: onTop(color) };
  const height = shape.text * LEADING + 2 * (PADDING.y + 0.8);
  return {
    height: height + 1,
    draw(x, y) {
      canvas.rect(x, y, width, height, { fill: color });
      for (const column of columns)
        canvas.text(
          column.label,
          x + column.x + PADDING.x,
          y + PADDING.y + 0.8,
          style,
          column.width - 2 * PADDING.x,
          column.align,
        );
    },
  };
}

function row(
  { canvas, styles, width }: Sheet,
  columns: readonly PlacedColumn[],
  line: PrintedLine,
): Block {
  const content = beside(
    columns.map((column) => {
      const room = column.width - 2 * PADDING.x;
      const cell = paragraph(canvas, line[column.key], styles.text, room, column.align);
      const details =
        column.key === 'description'
          ? line.details.map((text) => paragraph(canvas, text, styles.small, room))
          : [];
      return [column.x + PADDING.x, stack([cell, ...details])];
    }),
  );
  const height = content.height + 2 * PADDING.y;
  return {
    height,
    draw(x, y) {
      content.draw(x, y + PADDING.y);
      canvas.rule(x, y + height, width, 0.5, HAIR);
    },
  };
}
