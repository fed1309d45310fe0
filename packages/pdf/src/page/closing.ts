/**
 * Lays out what follows the lines: the amount in words, totals, cards, QR and verification texts.
 */
import type { TextStyle } from '../canvas.js';
import type { PrintedContent } from '../content/printedContent.js';
import { type Block, beside, panel, paragraph, sides, space, stack } from '../paper/block.js';
import { onTop, tint } from '../paper/colors.js';
import { widthOf } from '../type/lines.js';
import { cardBlocks, flow } from './cards.js';
import type { Sheet } from './sheet.js';

export interface Closing {
  /** A block that is not split, and is on one page with the last lines. */
  whole: Block;
  /** Blocks that follow it, between which a page may end. */
  after: Block[];
}

/** The white margin that a QR needs (four modules), as a share of its side. */
const QUIET_ZONE = 0.11;
const LEFT_SHARE = 0.58;
/** Cards higher than this share of a page are laid out below, over the whole width. */
const MAX_CARDS_SHARE = 0.3;

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
  const top = [space(shape.gap), inWords(sheet, shown), space(shape.qr * QUIET_ZONE)];
  const foot = footBlocks(sheet, shown);
  const within = cards.height > 0 && cards.height <= shape.height * MAX_CARDS_SHARE;
  const beneath = within ? [space(shape.gap), proof(sheet, shown, qr, width)] : [];
  const sideBySide = beside([
    [0, within ? cards : proof(sheet, shown, qr, left)],
    [beyond, totals],
  ]);
  const flowing = within ? [] : flow(sheet, shown.cards);
  if (flowing.length === 0)
    return { whole: stack([...top, sideBySide, ...beneath, ...foot]), after: [] };
  const last = flowing.splice(-BLOCKS_WITH_FOOTER);
  const ending = { ...stack([...last, ...foot]), continued: last[0]?.continued };
  return { whole: stack([...top, sideBySide]), after: [...flowing, ending] };
}

/** Blocks that move to a new page with the footer, so that it is never alone on a page. */
const BLOCKS_WITH_FOOTER = 3;

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
  { sums, parts, payable, beyond, included, apart }: PrintedContent,
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
  const rows = (pairs: PrintedContent['sums'], style: TextStyle) =>
    pairs.map((pair) => inset(sides(canvas, pair, style, inner)));
  const groups = [
    rows(sums, styles.text),
    rows(parts, styles.text),
    [panel(canvas, band, width, padding, { fill: color, radius: 3 })],
    rows(beyond, styles.strong),
    rows([...included, ...apart], styles.small),
  ];
  return stack(
    groups.filter((group) => group.length > 0).map((group) => stack(group)),
    4,
  );
}

function proof(
  { canvas, shape, styles }: Sheet,
  { proof: texts, state }: PrintedContent,
  qr: string | undefined,
  width: number,
): Block {
  const from = qr ? shape.qr * (1 + QUIET_ZONE) : 0;
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
