/**
 * A4 and A5: the heading, then the lines over as many sheets as they need, then the closing with
 * some of them beside it.
 */

import type { Canvas } from '../canvas.js';
import type { PrintedContent } from '../content/printedContent.js';
import type { PrintedDocument } from '../document.js';
import { type Block, stack } from '../paper/block.js';
import { type Page, paginate } from '../paper/paginate.js';
import { LEADING } from '../type/lines.js';
import { closing } from './closing.js';
import { heading, shortHeading } from './heading.js';
import { parties } from './parties.js';
import { type Sheet, type SheetShape, sheet } from './sheet.js';
import { table } from './table.js';

const STAMP_COLOR = '#c00000';

export function drawPages(
  canvas: Canvas,
  shown: PrintedContent,
  document: PrintedDocument,
  shape: SheetShape,
): void {
  const on = sheet(canvas, shape, document.design.color);
  const [top, who, next] = [
    heading(on, shown, document.design.logo),
    parties(on, shown),
    shortHeading(on, shown),
  ];
  const { head, rows } = table(on, shown);
  const { whole, after } = closing(on, shown, document.qr);
  const most = shape.height - 2 * shape.margin - shape.small * LEADING - shape.gap;
  // names may be so long that issuer and client do not fit on one sheet
  const alone = top.height + who.height > most;
  const first = stack([alone ? next : top, who]);
  const room = (above: Block) => most - above.height - head.height;
  const pages = [
    ...(alone ? [LEAF] : []),
    ...paginate(rows, whole, after, { first: room(first), next: room(next) }),
  ];
  pages.forEach((page, i) => {
    const above = alone && i === 0 ? top : i === (alone ? 1 : 0) ? first : next;
    canvas.page(shape.width, shape.height);
    drawPage(on, page, above, head);
    pageFoot(on, shown, i + 1, pages.length);
    if (shown.state.stamp)
      canvas.watermark(shown.state.stamp, 'bold', STAMP_COLOR, shape.width, shape.height);
  });
}

/** Nothing but what stands above. */
const LEAF: Page = { rows: [], after: [] };

function drawPage(
  { shape }: Sheet,
  { rows, closing: whole, after }: Page,
  top: Block,
  head: Block,
): void {
  const blocks = [
    top,
    ...(rows.length > 0 ? [head, ...rows] : []),
    ...(whole ? [whole] : []),
    ...after,
  ];
  stack(blocks).draw(shape.margin, shape.margin);
}

function pageFoot(
  { canvas, shape, styles, width }: Sheet,
  { number, ruc, title }: PrintedContent,
  page: number,
  of: number,
): void {
  const y = shape.height - shape.margin - shape.small * LEADING;
  canvas.text(`${title} ${number}  ·  RUC ${ruc}`, shape.margin, y, styles.small);
  canvas.text(`Página ${page} de ${of}`, shape.margin, y, styles.small, width, 'right');
}
