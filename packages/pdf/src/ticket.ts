/**
 * Draws a ticket: as high as its content, black only, within the width that the print head
 * reaches.
 */
import type { Canvas } from './canvas.js';
import type { PrintedContent } from './content/printedContent.js';
import { TICKET_LENGTH } from './design.js';
import type { PrintedDocument } from './document.js';
import { type Block, space, stack } from './paper/block.js';
import { paginate } from './paper/paginate.js';
import {
  afterBlocks,
  centered,
  GAP,
  headBlocks,
  lineBlock,
  stampBlocks,
  totalBlocks,
} from './ticket/blocks.js';
import { MM, type Paper, paperOf, type Roll } from './ticket/roll.js';

const PADDING = 4 * MM;

export function drawTicket(
  canvas: Canvas,
  shown: PrintedContent,
  document: PrintedDocument,
  roll: Roll,
): void {
  const on = paperOf(canvas, roll);
  const most = (document.design.ticketLength ?? TICKET_LENGTH.usual) * MM;
  const head = stack(headBlocks(on, shown, document));
  const next = pieceHead(on, shown, 9, 99).height;
  const rows = shown.lines.map((line) => lineBlock(on, line));
  const whole = stack(totalBlocks(on, shown));
  const pages = paginate(rows, whole, afterBlocks(on, shown, document), {
    first: most - 2 * PADDING - head.height - next,
    next: most - 2 * PADDING - next,
  });
  pages.forEach((page, i) => {
    const numbered = pages.length === 1 ? [] : [pieceHead(on, shown, i + 1, pages.length)];
    const blocks = [
      ...numbered,
      ...(i === 0 ? [head] : []),
      ...page.rows,
      ...(page.closing ? [page.closing] : []),
      ...page.after,
    ];
    const all = stack(blocks);
    canvas.page(roll.paper, all.height + 2 * PADDING);
    all.draw((roll.paper - roll.printable) / 2, PADDING);
  });
}

/** The heading of each piece of a ticket that has several; the first one has the whole heading. */
const pieceHead = (on: Paper, shown: PrintedContent, piece: number, of: number): Block =>
  stack([
    ...(piece > 1
      ? [
          centered(on, shown.issuer.name, on.strong),
          centered(on, `RUC ${shown.ruc}`, on.text),
          centered(on, `${shown.title} ${shown.number}`, on.strong),
        ]
      : []),
    centered(on, `${shown.number} · página ${piece} de ${of}`, on.small),
    ...(piece > 1 ? stampBlocks(on, shown) : []),
    space(GAP),
  ]);
