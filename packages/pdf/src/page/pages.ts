/**
 * Draws A4 and A5: the heading, the lines over as many pages as they need, and the closing with
 * the last of them.
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
  const [top, partyBlock, next] = [
    heading(on, shown, document.design.logo),
    parties(on, shown),
    shortHeading(on, shown),
  ];
  const { head, rows, part } = table(on, shown);
  const { whole, after } = closing(on, shown, document.qr);
  const most = shape.height - 2 * shape.margin - shape.small * LEADING - shape.gap;
  // issuer and client can be too long for one page
  const alone = top.height + partyBlock.height > most;
  const first = stack([alone ? next : top, partyBlock]);
  const room = (above: Block) => most - above.height - head.height;
  const pages = [
    ...(alone ? [EMPTY_PAGE] : []),
    ...paginate(rows, whole, after, { first: room(first), next: room(next) }),
  ];
  pages.forEach((page, i) => {
    const above = alone && i === 0 ? top : i === (alone ? 1 : 0) ? first : next;
    canvas.page(shape.width, shape.height);
    drawPage(on, page, above, part);
    canvas.outside(() => pageFoot(on, shown, i + 1, pages.length));
    if (shown.state.stamp)
      canvas.watermark(shown.state.stamp, 'bold', STAMP_COLOR, shape.width, shape.height);
  });
}

/** A page with a heading only. */
const EMPTY_PAGE: Page = { rows: [], after: [] };

function drawPage(
  { shape }: Sheet,
  { rows, closing: whole, after }: Page,
  top: Block,
  part: (rows: readonly Block[]) => Block,
): void {
  const blocks = [
    top,
    ...(rows.length > 0 ? [part(rows)] : []),
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
