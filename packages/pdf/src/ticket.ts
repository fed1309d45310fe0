/**
 * Draws a ticket: as high as its content, black only, within the width that the print head
 * reaches.
 */
import type { Canvas } from './canvas.js';
import type { PrintedContent } from './content/printedContent.js';
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

/** A longer ticket continues on another page, because a PDF page has at most 14,400 points. */
const MAX_HEIGHT = 14_000;
const PADDING = 4 * MM;

export function drawTicket(
  canvas: Canvas,
  shown: PrintedContent,
  document: PrintedDocument,
  roll: Roll,
): void {
  const on = paperOf(canvas, roll);
  const head = stack(headBlocks(on, shown, document));
  const rows = shown.lines.map((line) => lineBlock(on, line));
  const whole = stack(totalBlocks(on, shown));
  const room = MAX_HEIGHT - 2 * PADDING - 8 * roll.title;
  const pages = paginate(rows, whole, afterBlocks(on, shown, document), {
    first: room - head.height,
    next: room,
  });
  pages.forEach((page, i) => {
    const numbered = pages.length === 1 ? [] : [pageHead(on, shown, i + 1, pages.length)];
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

/** Identifies each page of a ticket that has several. */
const pageHead = (on: Paper, shown: PrintedContent, page: number, of: number): Block =>
  stack([
    centered(on, `${shown.number} · RUC ${shown.ruc} · página ${page} de ${of}`, on.small),
    ...(page > 1 ? stampBlocks(on, shown) : []),
    space(GAP),
  ]);
