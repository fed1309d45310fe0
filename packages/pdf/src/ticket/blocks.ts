/** The parts of a ticket, from the logo to the footer, as blocks. */
import { BLACK } from '../canvas/operators.js';
import type { Align, TextStyle } from '../canvas.js';
import type { Card } from '../content/cards.js';
import type { PrintedLine } from '../content/lines.js';
import type { Pair } from '../content/pair.js';
import type { PrintedContent } from '../content/printedContent.js';
import type { PrintedDocument } from '../document.js';
import {
  type Block,
  inside,
  lineBlocks,
  lineStack,
  outside,
  panel,
  paragraph,
  sides,
  space,
  stack,
} from '../paper/block.js';
import { code128 } from '../paper/code128.js';
import { blackened, within } from '../paper/picture.js';
import { widthOf } from '../type/lines.js';
import { MM, type Paper } from './roll.js';

const QR_SIDE = 25 * MM;
export const GAP = 4;

export const centered = ({ canvas, width }: Paper, text: string, style: TextStyle): Block =>
  paragraph(canvas, text, style, width, 'center');

function rule({ canvas, width }: Paper, weight = 0.7): Block {
  return { height: 2 * GAP, draw: (x, y) => canvas.rule(x, y + GAP, width, weight) };
}

export function headBlocks(on: Paper, shown: PrintedContent, { design }: PrintedDocument): Block[] {
  const { issuer } = shown;
  const left = (text: string, style: TextStyle, align: Align = 'left') =>
    paragraph(on.canvas, text, style, on.width, align);
  return [
    ...(design.logo ? [logo(on, design.logo)] : []),
    centered(on, issuer.name, on.title),
    ...(issuer.legalName ? [centered(on, issuer.legalName, on.text)] : []),
    centered(on, `RUC ${shown.ruc}`, on.strong),
    ...[issuer.address, issuer.contact].flatMap((text) =>
      text ? [centered(on, text, on.small)] : [],
    ),
    rule(on),
    inside(
      on.canvas,
      'H1',
      stack([centered(on, shown.title, on.strong), centered(on, shown.number, on.title)]),
    ),
    ...stampBlocks(on, shown),
    rule(on),
    ...[...shown.terms, ...shown.client].map(([label, value]) =>
      left(`${label}: ${value}`, on.text),
    ),
    rule(on),
    sides(on.canvas, ['Descripción', shown.heads.total], on.strong, on.width),
    space(1.5),
  ];
}

function logo({ canvas, roll, width }: Paper, image: Buffer): Block {
  const picture = blackened(image, roll.logo);
  const { width: wide, height: high } = within(picture, roll.logo);
  return {
    height: high + GAP,
    draw: (x, y) => canvas.picture(picture, x + (width - wide) / 2, y, wide, high),
  };
}

/** The stamp in white on black, so that the ticket is not mistaken for a receipt. */
export function stampBlocks({ canvas, roll, width }: Paper, { state }: PrintedContent): Block[] {
  if (!state.stamp) return [];
  const style: TextStyle = { face: 'bold', size: roll.title * 1.7, color: '#ffffff' };
  const band = panel(
    canvas,
    paragraph(canvas, state.stamp, style, width, 'center'),
    width,
    { x: 0, y: 3 },
    { fill: BLACK },
  );
  return [space(GAP), band, space(GAP)];
}

export function lineBlock(on: Paper, line: PrintedLine): Block {
  const { canvas, width, text, small } = on;
  const code = line.code === '' ? '' : `${line.code}  `;
  return stack([
    paragraph(canvas, `${code}${line.description}`, text, width),
    amountOf(on, line),
    ...line.steps.map((pair) => sides(canvas, pair, text, width)),
    ...line.details.map((detail) => paragraph(canvas, detail, small, width)),
    space(2.5),
  ]);
}

/**
 * An amount on a row of its own; the row above ends with an equals sign, so that its price is not
 * taken for an amount.
 */
function amountOf({ canvas, width, text, strong }: Paper, line: PrintedLine): Block {
  const product = `${line.quantity} ${line.unit} × ${line.price}`;
  const needed = widthOf(`${product}  `, text.face, text.size);
  const fits = needed + widthOf(line.total, strong.face, strong.size) <= width;
  return sides(canvas, [fits ? product : `${product} =`, line.total], text, width, strong);
}

export function totalBlocks(on: Paper, shown: PrintedContent): Block[] {
  const { canvas, width, text, small, strong } = on;
  const each = (rows: PrintedContent['sums'], style: TextStyle) =>
    rows.map((pair) => sides(canvas, pair, style, width));
  return [
    rule(on),
    ...each(shown.sums, text),
    ...(shown.sums.length > 0 && shown.parts.length > 0 ? [space(GAP)] : []),
    ...each(shown.parts, text),
    ...(shown.sums.length + shown.parts.length > 0 ? [rule(on, 1.4)] : []),
    sides(canvas, shown.payable, payableStyle(on, shown.payable), width),
    rule(on, 1.4),
    ...each(shown.beyond, strong),
    ...each([...shown.included, ...shown.apart], small),
    ...(shown.included.length + shown.apart.length > 0 ? [space(GAP)] : []),
    paragraph(canvas, shown.articles, small, width),
    ...shown.inWords.map((words) => paragraph(canvas, words, text, width)),
    ...shown.legends.map((legend) => paragraph(canvas, legend, small, width)),
  ];
}

/** Uses a smaller size than a title's if that puts label and amount on one line. */
function payableStyle({ width, text, title }: Paper, [label, amount]: Pair): TextStyle {
  const needed = widthOf(`${label}  ${amount}`, title.face, 1) * 1.01;
  return { ...title, size: Math.min(title.size, Math.max(text.size, width / needed)) };
}

export function afterBlocks(
  on: Paper,
  shown: PrintedContent,
  { qr, design }: PrintedDocument,
): Block[] {
  const { canvas, width, small } = on;
  const code: Block = {
    height: QR_SIDE + 3 * GAP,
    draw: (x, y) => qr && canvas.qr(qr, x + (width - QR_SIDE) / 2, y + GAP, QR_SIDE),
  };
  const closing = [
    rule(on),
    ...(qr ? [code] : []),
    ...shown.proof.map((text) =>
      centered(on, text, text === shown.state.text ? { ...small, face: 'bold' } : small),
    ),
    ...stampBlocks(on, shown),
    ...(design.barcode ? [barcode(on, shown.number)] : []),
    ...(shown.footer ? [space(GAP), centered(on, shown.footer, on.strong)] : []),
  ];
  // so that no piece of a ticket has only the footer
  return [...shown.cards.flatMap((card) => cardBlocks(on, card)), stack(closing)];
}

/** The number as Code 128, with its text below. */
function barcode(on: Paper, number: string): Block {
  const { canvas, width } = on;
  const { bars, modules } = code128(number);
  const module = Math.min(MAX_MODULE, width / (modules + 2 * QUIET_MODULES));
  const text = centered(on, number, on.small);
  return {
    height: 2 * GAP + BAR_HEIGHT + text.height,
    draw(x, y) {
      const left = x + (width - modules * module) / 2;
      for (const [from, wide] of bars)
        canvas.rect(left + from * module, y + GAP, wide * module, BAR_HEIGHT, { fill: BLACK });
      text.draw(x, y + GAP + BAR_HEIGHT);
    },
  };
}

const BAR_HEIGHT = 9 * MM;
/** The widest module: three dots of a ticket printer. */
const MAX_MODULE = 0.375 * MM;
/** The white margin on each side that Code 128 needs. */
const QUIET_MODULES = 10;

function cardBlocks(on: Paper, { title, rows, text }: Card): Block[] {
  const { canvas, width, strong } = on;
  const lines = text
    ? lineBlocks(canvas, text, on.text, width)
    : rows.map((pair) => cardRow(on, pair));
  const [first, ...rest] = lines;
  const heading = [rule(on), inside(canvas, 'H2', paragraph(canvas, title, strong, width))];
  if (!first) return heading;
  const continued = outside(canvas, lineStack(canvas, `${title} (continúa)`, strong, width));
  // so that no piece of a ticket ends with only a title, and each begins with one
  return [stack([...heading, first]), ...rest.map((block) => ({ ...block, continued }))];
}

/** An amount is aligned right; a text that does not fit beside its label follows it. */
function cardRow({ canvas, width, text }: Paper, [label, value]: Pair): Block {
  const beside = widthOf(`${label}   ${value}`, text.face, text.size) <= width;
  return beside || AMOUNT.test(value)
    ? sides(canvas, [label, value], text, width)
    : paragraph(canvas, `${label}: ${value}`, text, width);
}

const AMOUNT = /\d\.\d\d$/;
