/** A4 and A5: issuer and number box, client, lines over as many pages as they need, totals, QR. */
import type { PrintedDocument } from './document.js';
import type { Facts, LineFacts, Pair } from './facts.js';
import { type Align, type Ink, LEADING } from './ink.js';

const MM = 72 / 25.4;

export interface PageShape {
  width: number;
  height: number;
  margin: number;
  /** Type sizes in points. */
  text: number;
  small: number;
  title: number;
}

export const PAGES = {
  a4: { width: 210 * MM, height: 297 * MM, margin: 14 * MM, text: 8.5, small: 7.5, title: 12 },
  a5: { width: 148 * MM, height: 210 * MM, margin: 9 * MM, text: 7, small: 6.5, title: 9.5 },
} as const satisfies Record<string, PageShape>;

/** Share of the table's width, and how a column is set. */
const COLUMNS: readonly { key: keyof LineFacts; label: string; share: number; align: Align }[] = [
  { key: 'quantity', label: 'Cant.', share: 0.08, align: 'right' },
  { key: 'unit', label: 'Unidad', share: 0.08, align: 'left' },
  { key: 'code', label: 'Código', share: 0.13, align: 'left' },
  { key: 'description', label: 'Descripción', share: 0.37, align: 'left' },
  { key: 'price', label: 'P. unitario', share: 0.12, align: 'right' },
  { key: 'discount', label: 'Dscto.', share: 0.09, align: 'right' },
  { key: 'total', label: 'Importe', share: 0.13, align: 'right' },
];

const GREY = '#555555';
const HAIR = '#c8c8c8';

/** Where we are: what every part of the page draws with, and the height reached. */
interface Cursor {
  ink: Ink;
  shape: PageShape;
  color: string;
  left: number;
  width: number;
  bottom: number;
  y: number;
}

export function drawPages(ink: Ink, shown: Facts, document: PrintedDocument, shape: PageShape): void {
  const { margin, width, height } = shape;
  const color = document.design.color ?? '#1f3a5f';
  const at: Cursor = {
    ink,
    shape,
    color,
    left: margin,
    width: width - 2 * margin,
    bottom: height - margin - 2 * shape.small * LEADING,
    y: 0,
  };
  openPage(at, shown, document, true);
  people(at, shown);
  table(at, shown, document);
  ending(at, shown, document);
  numberPages(at, shown);
}

function openPage(at: Cursor, shown: Facts, document: PrintedDocument, first: boolean): void {
  const { ink, shape } = at;
  ink.doc.addPage({ size: [shape.width, shape.height], margin: 0 });
  at.y = shape.margin;
  if (shown.stamp) stamp(at, shown.stamp);
  if (first) heading(at, shown, document);
  else {
    const text = `${shown.title} ${shown.number} · RUC ${shown.ruc} (continuación)`;
    at.y += ink.line(text, at.left, at.y, { face: 'bold', size: shape.text }) + 4;
  }
}

function heading(at: Cursor, shown: Facts, document: PrintedDocument): void {
  const { ink, shape, left, width } = at;
  const boxWidth = width * 0.36;
  const boxHeight = shape.title * LEADING * 3.8;
  const top = at.y;
  numberBox(at, shown, { x: left + width - boxWidth, y: top, width: boxWidth, height: boxHeight });
  let x = left;
  if (document.design.logo) {
    const side = boxHeight;
    ink.doc.image(document.design.logo, left, top, { fit: [side * 1.6, side] });
    x += side * 1.6 + 8;
  }
  const room = left + width - boxWidth - 10 - x;
  let y = top;
  for (const text of ink.wrap(shown.issuer.name, 'bold', shape.title, room)) y += ink.line(text, x, y, { face: 'bold', size: shape.title });
  for (const detail of [shown.issuer.legalName, shown.issuer.address])
    if (detail) for (const text of ink.wrap(detail, 'regular', shape.text, room)) y += ink.line(text, x, y, { size: shape.text });
  at.y = Math.max(y, top + boxHeight) + 10;
}

function numberBox({ ink, shape, color }: Cursor, shown: Facts, box: { x: number; y: number; width: number; height: number }): void {
  ink.doc.lineWidth(1).strokeColor(color).roundedRect(box.x, box.y, box.width, box.height, 4).stroke();
  const rows = [`RUC ${shown.ruc}`, shown.title, shown.number];
  let size: number = shape.title;
  while (ink.wrap(shown.title, 'bold', size, box.width - 8).length > 1) size -= 0.5;
  const height = size * LEADING;
  ink.doc.fillColor('black');
  rows.forEach((text, i) => {
    const y = box.y + (box.height - rows.length * height) / 2 + i * height;
    ink.line(text, box.x, y, { face: 'bold', size, width: box.width, align: 'center' });
  });
}

function people(at: Cursor, shown: Facts): void {
  const { left, width } = at;
  const half = width * 0.6;
  const top = at.y;
  const ends = [pairs(at, shown.client, left, half - 10), pairs(at, shown.terms, left + half, width - half, top)];
  at.y = Math.max(...ends) + 8;
}

/** Label and value, one below the other pair; returns where they end. */
function pairs({ ink, shape, y: start }: Cursor, rows: Pair[], x: number, width: number, top = start): number {
  const labelWidth = Math.max(...rows.map(([label]) => ink.widthOf(label, 'regular', shape.text))) + 10;
  let y = top;
  for (const [label, value] of rows) {
    ink.doc.fillColor(GREY);
    ink.line(label, x, y, { size: shape.text });
    ink.doc.fillColor('black');
    for (const text of ink.wrap(value, 'regular', shape.text, width - labelWidth))
      y += ink.line(text, x + labelWidth, y, { size: shape.text });
  }
  return y;
}

function table(at: Cursor, shown: Facts, document: PrintedDocument): void {
  const { ink, shape } = at;
  const height = shape.text * LEADING;
  tableHead(at);
  for (const row of shown.lines) {
    const cells = COLUMNS.map(({ key, share }) => ink.wrap(row[key], 'regular', shape.text, share * at.width - 6));
    const tallest = Math.max(...cells.map((cell) => cell.length));
    // a row taller than what is left goes to the next page; one taller than a page is split by line
    if (at.y + Math.min(tallest, 8) * height > at.bottom) nextPage(at, shown, document);
    for (let i = 0; i < tallest; i++) {
      if (at.y + height > at.bottom) nextPage(at, shown, document);
      let x = at.left;
      COLUMNS.forEach(({ share, align }, column) => {
        const text = cells[column]?.[i];
        if (text) ink.line(text, x + 3, at.y, { size: shape.text, width: share * at.width - 6, align });
        x += share * at.width;
      });
      at.y += height;
    }
    ink.doc
      .lineWidth(0.4)
      .strokeColor(HAIR)
      .moveTo(at.left, at.y + 1)
      .lineTo(at.left + at.width, at.y + 1)
      .stroke();
    at.y += 3;
  }
  at.y += 6;
}

function nextPage(at: Cursor, shown: Facts, document: PrintedDocument): void {
  openPage(at, shown, document, false);
  tableHead(at);
}

function tableHead(at: Cursor): void {
  const { ink, shape, color } = at;
  const height = shape.text * LEADING + 5;
  ink.doc.rect(at.left, at.y, at.width, height).fill(color);
  ink.doc.fillColor('white');
  let x = at.left;
  for (const { label, share, align } of COLUMNS) {
    ink.line(label, x + 3, at.y + 3, { face: 'bold', size: shape.text, width: share * at.width - 6, align });
    x += share * at.width;
  }
  ink.doc.fillColor('black');
  at.y += height + 3;
}

/** Totals and what belongs with them stay on one page: a total alone on a sheet is worth nothing. */
function ending(at: Cursor, shown: Facts, document: PrintedDocument): void {
  const { ink, shape, left, width } = at;
  const half = width * 0.6;
  const height = shape.text * LEADING;
  const notes = noteLines(at, shown, half - 12);
  const qrSide = document.qr ? 26 * MM : 0;
  const foot = shown.footer.flatMap((text) => ink.wrap(text, 'regular', shape.small, width - qrSide - 10));
  const need = Math.max(notes.length, shown.totals.length + 2) * height + Math.max(qrSide, foot.length * shape.small * LEADING) + 20;
  if (at.y + need > at.bottom) openPage(at, shown, document, false);
  const top = at.y;
  let y = top;
  for (const { text, bold } of notes) {
    if (y + height > at.bottom) {
      openPage(at, shown, document, false);
      y = at.y;
    }
    y += ink.line(text, left, y, { size: shape.text, face: bold ? 'bold' : 'regular' });
  }
  const ends = totalsBlock(at, shown, left + half, width - half, y < top ? at.y : top);
  at.y = Math.max(y, ends) + 10;
  if (document.qr) ink.qr(document.qr, left, at.y, qrSide);
  ink.doc.fillColor(GREY);
  y = at.y;
  for (const text of foot) y += ink.line(text, left + (qrSide ? qrSide + 10 : 0), y, { size: shape.small });
  ink.doc.fillColor('black');
}

function noteLines({ ink, shape }: Cursor, shown: Facts, width: number): { text: string; bold: boolean }[] {
  const found: { text: string; bold: boolean }[] = [];
  const add = (text: string, bold = false) => {
    for (const line of ink.wrap(text, bold ? 'bold' : 'regular', shape.text, width)) found.push({ text: line, bold });
  };
  for (const legend of shown.legends) add(legend);
  for (const { title, rows } of shown.conditions) {
    add(title, true);
    for (const [label, value] of rows) add(`${label}: ${value}`);
  }
  if (shown.payments.length > 0) add('Pagos', true);
  for (const [label, value] of shown.payments) add(`${label}: ${value}`);
  if (shown.note) {
    add('Observación', true);
    add(shown.note);
  }
  return found;
}

function totalsBlock({ ink, shape, color }: Cursor, shown: Facts, x: number, width: number, top: number): number {
  let y = top;
  for (const [label, value] of shown.totals) {
    ink.line(label, x, y, { size: shape.text });
    y += ink.line(value, x, y, { size: shape.text, width, align: 'right' });
  }
  ink.doc
    .lineWidth(0.8)
    .strokeColor(color)
    .moveTo(x, y + 2)
    .lineTo(x + width, y + 2)
    .stroke();
  y += 5;
  const [label, value] = shown.payable;
  ink.line(label, x, y, { face: 'bold', size: shape.title - 1 });
  return y + ink.line(value, x, y, { face: 'bold', size: shape.title - 1, width, align: 'right' });
}

function stamp({ ink, shape }: Cursor, text: string): void {
  const { width, height } = shape;
  const size = width / 7;
  ink.doc
    .save()
    .rotate(-35, { origin: [width / 2, height / 2] })
    .fillColor('#c00000')
    .fillOpacity(0.18);
  ink.line(text, 0, height / 2 - size / 2, { face: 'bold', size, width, align: 'center' });
  ink.doc.restore();
}

function numberPages({ ink, shape, left, width }: Cursor, shown: Facts): void {
  const { count } = ink.doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    ink.doc.switchToPage(page);
    ink.doc.fillColor(GREY);
    const y = shape.height - shape.margin - shape.small;
    const text = count === 1 ? shown.number : `${shown.number} · página ${page + 1} de ${count}`;
    ink.line(text, left, y, { size: shape.small, width, align: 'right' });
  }
}
