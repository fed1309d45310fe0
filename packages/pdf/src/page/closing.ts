/**
 * What stands below the lines: the amount in words, the totals, how it is paid and what is kept
 * back, the QR and what proves the paper.
 */

import type { TextStyle } from '../canvas.js';
import type { PrintedContent } from '../content/printedContent.js';
import { type Block, beside, panel, paragraph, sides, space, stack } from '../paper/block.js';
import { onTop, tint } from '../paper/colors.js';
import { widthOf } from '../type/lines.js';
import { cardBlocks, flow } from './cards.js';
import type { Sheet } from './sheet.js';

export interface Closing {
  /** Stays together, and with the last lines. */
  whole: Block;
  /** Follows, and may be broken. */
  after: Block[];
}

/** Of a QR's side: the white around it, four of its modules, that a telephone needs. */
const QUIET = 0.11;
const LEFT_SHARE = 0.58;
/** Cards higher than this share of a sheet go below, over its whole width. */
const HIGH = 0.3;

/** @param qr the text of the QR; absent until the document is signed */
export function closing(sheet: Sheet, shown: PrintedContent, qr: string | undefined): Closing {
  const { shape, width } = sheet;
  const left = width * LEFT_SHARE;
  const beyond = left + 2 * shape.gap;
  const totals = totalsBlock(sheet, shown, width - beyond);
  const cards = stack(
    shown.cards.map((card) => stack(cardBlocks(sheet, card, left))),
    shape.gap * 0.8,
  );
  const top = [space(shape.gap), inWords(sheet, shown), space(shape.qr * QUIET)];
  const foot = footBlocks(sheet, shown);
  const within = cards.height > 0 && cards.height <= shape.height * HIGH;
  const beneath = within ? [space(shape.gap), proof(sheet, shown, qr, width)] : [];
  const sideBySide = beside([
    [0, within ? cards : proof(sheet, shown, qr, left)],
    [beyond, totals],
  ]);
  const flowing = within ? [] : flow(sheet, shown.cards);
  return flowing.length === 0
    ? { whole: stack([...top, sideBySide, ...beneath, ...foot]), after: [] }
    : {
        whole: stack([...top, sideBySide]),
        after: [...flowing.slice(0, -COMPANY), stack([...flowing.slice(-COMPANY), ...foot])],
      };
}

/** What moves to a new sheet with the foot: a sheet has never the thanks alone. */
const COMPANY = 3;

function inWords(
  { canvas, shape, color, styles, width }: Sheet,
  { inWords: words, legends }: PrintedContent,
): Block {
  const padding = { x: shape.gap * 0.7, y: 3.5 };
  const room = width - 2 * padding.x;
  const content = stack([
    ...words.map((text) => paragraph(canvas, text, styles.strong, room)),
    ...legends.map((text) => paragraph(canvas, text, styles.text, room)),
  ]);
  return panel(canvas, content, width, padding, { fill: tint(color, 0.08), radius: 3 });
}

function totalsBlock(
  { canvas, shape, color, styles }: Sheet,
  { apart, totals, payable, beyond }: PrintedContent,
  width: number,
): Block {
  const padding = { x: shape.gap * 0.7, y: 4 };
  const inner = width - 2 * padding.x;
  const inset = (block: Block) => beside([[padding.x, block]]);
  const strong: TextStyle = { face: 'bold', size: shape.title, color: onTop(color) };
  const size = Math.min(
    1,
    inner / (widthOf(payable[0], 'bold', 1) + widthOf(payable[1], 'bold', 1) + 1) / strong.size,
  );
  const band = sides(
    canvas,
    payable,
    { ...strong, size: Math.max(shape.text, strong.size * size) },
    inner,
  );
  return stack([
    ...totals.map((pair) => inset(sides(canvas, pair, styles.text, inner))),
    space(3),
    panel(canvas, band, width, padding, { fill: color, radius: 3 }),
    ...(beyond.length > 0 ? [space(3)] : []),
    ...beyond.map((pair) => inset(sides(canvas, pair, styles.strong, inner))),
    ...(apart.length > 0 ? [space(4)] : []),
    ...apart.map((pair) => inset(sides(canvas, pair, styles.small, inner))),
  ]);
}

function proof(
  { canvas, shape, styles }: Sheet,
  { proof: texts, state }: PrintedContent,
  qr: string | undefined,
  width: number,
): Block {
  const from = qr ? shape.qr * (1 + QUIET) : 0;
  const words = stack(
    texts.map((text) =>
      paragraph(
        canvas,
        text,
        text === state.text ? styles.smallStrong : styles.small,
        width - from,
      ),
    ),
    1.5,
  );
  const code: Block = { height: shape.qr, draw: (x, y) => qr && canvas.qr(qr, x, y, shape.qr) };
  const lower = Math.max(0, (shape.qr - words.height) / 2);
  return beside([
    ...(qr ? ([[0, code]] as const) : []),
    [from, stack([space(qr ? lower : 0), words])],
  ]);
}

function footBlocks({ canvas, shape, styles, width }: Sheet, { footer }: PrintedContent): Block[] {
  return footer ? [space(shape.gap), paragraph(canvas, footer, styles.small, width, 'center')] : [];
}
