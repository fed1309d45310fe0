/** The two rolls: as high as their content, black alone, all ink inside what the printer reaches. */
import type { PrintedDocument } from './document.js';
import type { Facts, LineFacts, Pair } from './facts.js';
import { type Align, type Face, type Ink, LEADING } from './ink.js';

const MM = 72 / 25.4;

export interface Roll {
  paper: number;
  /** The width that the print head reaches. */
  ink: number;
  text: number;
  title: number;
}

export const ROLLS = {
  'ticket-80': { paper: 80 * MM, ink: 70 * MM, text: 8, title: 10 },
  'ticket-58': { paper: 58 * MM, ink: 46 * MM, text: 7.2, title: 8.5 },
} as const satisfies Record<string, Roll>;

/** A PDF page is at most 14,400 points high: a longer ticket goes on, on a further page. */
const HIGHEST = 14_000;
const PADDING = 4 * MM;
const QR_SIDE = 24 * MM;

/** A strip of the ticket: how high it is, and how it is drawn at a height. */
interface Strip {
  height: number;
  draw(y: number): void;
}

export function drawTicket(ink: Ink, shown: Facts, document: PrintedDocument, roll: Roll): void {
  const strips = compose(ink, shown, document, roll);
  for (const page of paginate(strips)) {
    const height = page.reduce((sum, strip) => sum + strip.height, 0) + 2 * PADDING;
    ink.doc.addPage({ size: [roll.paper, height], margin: 0 });
    ink.doc.fillColor('black');
    let y = PADDING;
    for (const strip of page) {
      strip.draw(y);
      y += strip.height;
    }
  }
}

function paginate(strips: Strip[]): Strip[][] {
  const pages: Strip[][] = [[]];
  let used = 0;
  for (const strip of strips) {
    if (used + strip.height > HIGHEST - 2 * PADDING) {
      pages.push([]);
      used = 0;
    }
    pages.at(-1)?.push(strip);
    used += strip.height;
  }
  return pages;
}

function compose(ink: Ink, shown: Facts, document: PrintedDocument, roll: Roll): Strip[] {
  const left = (roll.paper - roll.ink) / 2;
  const width = roll.ink;
  const strips: Strip[] = [];
  const text = (value: string, options: { face?: Face; size?: number; align?: Align } = {}) => {
    const { face = 'regular', size = roll.text, align = 'left' } = options;
    for (const line of ink.wrap(value, face, size, width))
      strips.push({ height: size * LEADING, draw: (y) => ink.line(line, left, y, { face, size, width, align }) });
  };
  const sides = ([label, value]: Pair, face: Face = 'regular', size: number = roll.text) => {
    const fits = ink.wrap(`${label} ${value}`, face, size, width).length === 1;
    if (!fits) {
      text(label, { face, size });
      text(value, { face, size, align: 'right' });
      return;
    }
    strips.push({
      height: size * LEADING,
      draw: (y) => {
        ink.line(label, left, y, { face, size });
        ink.line(value, left, y, { face, size, width, align: 'right' });
      },
    });
  };
  const rule = () =>
    strips.push({
      height: 6,
      draw: (y) =>
        void ink.doc
          .lineWidth(0.6)
          .strokeColor('black')
          .moveTo(left, y + 3)
          .lineTo(left + width, y + 3)
          .stroke(),
    });

  if (document.design.logo) strips.push(logo(ink, document.design.logo, left, width));
  text(shown.issuer.name, { face: 'bold', size: roll.title, align: 'center' });
  for (const detail of [shown.issuer.legalName, `RUC ${shown.ruc}`, shown.issuer.address]) if (detail) text(detail, { align: 'center' });
  rule();
  text(shown.title, { face: 'bold', align: 'center' });
  text(shown.number, { face: 'bold', size: roll.title, align: 'center' });
  if (shown.stamp) text(`*** ${shown.stamp} ***`, { face: 'bold', size: roll.title, align: 'center' });
  rule();
  for (const [label, value] of [...shown.terms, ...shown.client]) text(`${label}: ${value}`);
  rule();
  for (const line of shown.lines) item(line, text, sides);
  rule();
  for (const pair of shown.totals) sides(pair);
  sides(shown.payable, 'bold', roll.title);
  rule();
  for (const legend of shown.legends) text(legend);
  for (const pair of shown.payments) sides(pair);
  for (const { title, rows } of shown.conditions) {
    text(title, { face: 'bold' });
    for (const pair of rows) sides(pair);
  }
  if (shown.note) text(shown.note);
  const { qr } = document;
  if (qr) strips.push({ height: QR_SIDE + 8, draw: (y) => ink.qr(qr, left + (width - QR_SIDE) / 2, y + 4, QR_SIDE) });
  for (const line of shown.footer) text(line, { align: 'center' });
  return strips;
}

function item(line: LineFacts, text: (value: string) => void, sides: (pair: Pair) => void): void {
  text(line.code ? `${line.code} ${line.description}` : line.description);
  sides([`${line.quantity} ${line.unit} × ${line.price}${line.discount ? ` − ${line.discount}` : ''}`, line.total]);
}

function logo(ink: Ink, image: Buffer, left: number, width: number): Strip {
  const side = 18 * MM;
  return { height: side + 4, draw: (y) => void ink.doc.image(image, left, y, { fit: [width, side], align: 'center' }) };
}
