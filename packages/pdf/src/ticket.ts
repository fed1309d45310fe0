/**
 * The two rolls: as high as their content, black alone, all canvas inside what the printer's head
 * reaches.
 */

import { type Align, BLACK, type Canvas, type TextStyle } from './canvas.js';
import type { Card } from './content/cards.js';
import type { PrintedLine } from './content/lines.js';
import type { Pair, PrintedContent } from './content.js';
import type { PrintedDocument } from './document.js';
import { type Block, lineBlocks, panel, paragraph, sides, space, stack } from './paper/block.js';
import { paginate } from './paper/paginate.js';
import { blackened, within } from './paper/picture.js';
import { widthOf } from './type/lines.js';

const MM = 72 / 25.4;

export interface Roll {
  paper: number;
  /** The width that the print head reaches, with a small margin. */
  printable: number;
  text: number;
  small: number;
  title: number;
  logo: { width: number; height: number };
}

export const ROLLS = {
  'ticket-80': {
    paper: 80 * MM,
    printable: 71 * MM,
    text: 8.4,
    small: 7.6,
    title: 11,
    logo: { width: 50 * MM, height: 22 * MM },
  },
  'ticket-58': {
    paper: 58 * MM,
    printable: 47 * MM,
    text: 7.6,
    small: 7,
    title: 9.4,
    logo: { width: 40 * MM, height: 18 * MM },
  },
} as const satisfies Record<string, Roll>;

/** A PDF's page is at most 14,400 points high: a longer ticket goes on, on a further page. */
const HIGHEST = 14_000;
const PADDING = 4 * MM;
const QR_SIDE = 25 * MM;
const GAP = 4;

interface Paper {
  canvas: Canvas;
  roll: Roll;
  width: number;
  text: TextStyle;
  small: TextStyle;
  strong: TextStyle;
  title: TextStyle;
}

export function drawTicket(
  canvas: Canvas,
  shown: PrintedContent,
  document: PrintedDocument,
  roll: Roll,
): void {
  const { text, small, title } = roll;
  const on: Paper = {
    canvas,
    roll,
    width: roll.printable,
    text: { face: 'medium', size: text },
    small: { face: 'medium', size: small },
    strong: { face: 'bold', size: text },
    title: { face: 'bold', size: title },
  };
  const head = stack(headBlocks(on, shown, document));
  const rows = shown.lines.map((line) => item(on, line));
  const whole = stack(totalBlocks(on, shown));
  const room = HIGHEST - 2 * PADDING - 8 * title;
  const pages = paginate(rows, whole, afterBlocks(on, shown, document), {
    first: room - head.height,
    next: room,
  });
  pages.forEach((page, i) => {
    const which = pages.length === 1 ? [] : [part(on, shown, i + 1, pages.length)];
    const blocks = [
      ...which,
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

/** Whoever tears the pages apart can put them in order again. */
const part = (on: Paper, shown: PrintedContent, page: number, of: number): Block =>
  stack([
    centered(on, `${shown.number} · RUC ${shown.ruc} · página ${page} de ${of}`, on.small),
    ...(page > 1 ? stampBlocks(on, shown) : []),
    space(GAP),
  ]);

const centered = ({ canvas, width }: Paper, text: string, style: TextStyle): Block =>
  paragraph(canvas, text, style, width, 'center');

function rule({ canvas, width }: Paper, weight = 0.7): Block {
  return { height: 2 * GAP, draw: (x, y) => canvas.rule(x, y + GAP, width, weight) };
}

function headBlocks(on: Paper, shown: PrintedContent, { design }: PrintedDocument): Block[] {
  const { issuer } = shown;
  const said = (text: string, style: TextStyle, align: Align = 'left') =>
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
    centered(on, shown.title, on.strong),
    centered(on, shown.number, on.title),
    ...stampBlocks(on, shown),
    rule(on),
    ...[...shown.terms, ...shown.client].map(([label, value]) =>
      said(`${label}: ${value}`, on.text),
    ),
    rule(on),
    sides(on.canvas, ['Descripción', 'Importe'], on.strong, on.width),
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

/** White on black: nobody takes it for a receipt. */
function stampBlocks({ canvas, roll, width }: Paper, { state }: PrintedContent): Block[] {
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

function item({ canvas, width, text, small, strong }: Paper, line: PrintedLine): Block {
  const code = line.code === '' ? '' : `${line.code}  `;
  return stack([
    paragraph(canvas, `${code}${line.description}`, text, width),
    sides(
      canvas,
      [`${line.quantity} ${line.unit} × ${line.price}`, line.total],
      text,
      width,
      strong,
    ),
    ...line.details.map((detail) => paragraph(canvas, detail, small, width)),
    space(2.5),
  ]);
}

function totalBlocks(on: Paper, shown: PrintedContent): Block[] {
  const { canvas, width, text, small, strong, title } = on;
  const each = (rows: PrintedContent['totals'], style: TextStyle) =>
    rows.map((pair) => sides(canvas, pair, style, width));
  return [
    rule(on),
    ...each(shown.totals, text),
    rule(on, 1.4),
    sides(canvas, shown.payable, title, width),
    rule(on, 1.4),
    ...each(shown.beyond, strong),
    ...each(shown.apart, small),
    ...(shown.apart.length > 0 ? [space(GAP)] : []),
    ...shown.inWords.map((words) => paragraph(canvas, words, text, width)),
    ...shown.legends.map((legend) => paragraph(canvas, legend, small, width)),
  ];
}

function afterBlocks(on: Paper, shown: PrintedContent, { qr }: PrintedDocument): Block[] {
  const { canvas, width, small } = on;
  const code: Block = {
    height: QR_SIDE + 3 * GAP,
    draw: (x, y) => qr && canvas.qr(qr, x + (width - QR_SIDE) / 2, y + GAP, QR_SIDE),
  };
  return [
    ...shown.cards.flatMap((card) => cardBlocks(on, card)),
    rule(on),
    ...(qr ? [code] : []),
    ...shown.proof.map((text) =>
      centered(on, text, text === shown.state.text ? { ...small, face: 'bold' } : small),
    ),
    ...stampBlocks(on, shown),
    ...(shown.footer ? [space(GAP), centered(on, shown.footer, on.strong)] : []),
  ];
}

function cardBlocks(on: Paper, { title, rows, text }: Card): Block[] {
  const { canvas, width, strong } = on;
  const lines = text
    ? lineBlocks(canvas, text, on.text, width)
    : rows.map((pair) => cardRow(on, pair));
  return [rule(on), paragraph(canvas, title, strong, width), ...lines];
}

/** Amounts stand at the right; words that find no room beside their label follow it. */
function cardRow({ canvas, width, text }: Paper, [label, value]: Pair): Block {
  const beside = widthOf(`${label}   ${value}`, text.face, text.size) <= width;
  return beside || AMOUNT.test(value)
    ? sides(canvas, [label, value], text, width)
    : paragraph(canvas, `${label}: ${value}`, text, width);
}

const AMOUNT = /\d\.\d\d$/;
