/**
 * Writes a ticket as ESC/POS bytes for a printer that is addressed directly: the texts of the PDF
 * in columns, a QR code that the printer draws, and a cut. The same document gives the same bytes.
 */
import { inflateSync } from 'node:zlib';
import type { Card } from './content/cards.js';
import type { PrintedLine } from './content/lines.js';
import type { Pair } from './content/pair.js';
import type { PrintedContent } from './content/printedContent.js';
import { printedContent } from './content.js';
import type { PrintedDocument } from './document.js';
import { CODE_PAGES, encoded, printable } from './escpos/codePages.js';
import { apart, wrapped } from './escpos/columns.js';
import {
  align,
  barcode,
  begin,
  bold,
  cut,
  qrCode,
  raster,
  reverse,
  tall,
} from './escpos/commands.js';
import {
  PRINTER_PROFILES,
  type PrinterProfile,
  type PrinterProfileName,
} from './escpos/profiles.js';
import { blackened } from './paper/picture.js';

export function escPos(document: PrintedDocument, name: PrinterProfileName): Buffer {
  const profile = PRINTER_PROFILES[name];
  const shown = printedContent(document);
  const on = createTicket(profile);
  on.send(begin(CODE_PAGES[profile.codePage].table));
  head(on, shown, document.design.logo, profile);
  shown.lines.forEach((line) => {
    lineRows(on, line);
  });
  totals(on, shown);
  shown.cards.forEach((card) => {
    cardRows(on, card);
  });
  foot(on, shown, document, profile);
  on.send(cut());
  return on.bytes();
}

interface Ticket {
  columns: number;
  send(...commands: Buffer[]): void;
  /** A text in as many rows as it needs. */
  text(text: string): void;
  sides(pair: Pair): void;
  rule(): void;
  bytes(): Buffer;
}

function createTicket({ columns, codePage }: PrinterProfile): Ticket {
  const parts: Buffer[] = [];
  const known = (text: string) => printable(text, codePage);
  const rows = (each: readonly string[]) => {
    for (const row of each) parts.push(encoded(`${row}\n`, codePage));
  };
  return {
    columns,
    send: (...commands) => parts.push(...commands),
    text: (text) => rows(wrapped(known(text), columns)),
    sides: ([label, value]) => rows(apart(known(label), known(value), columns)),
    rule: () => rows(['-'.repeat(columns)]),
    bytes: () => Buffer.concat(parts),
  };
}

function head(
  on: Ticket,
  shown: PrintedContent,
  logo: Buffer | undefined,
  profile: PrinterProfile,
): void {
  const { issuer } = shown;
  on.send(align('center'));
  if (logo) on.send(logoRaster(logo, profile));
  strong(on, issuer.name, { isTall: true });
  if (issuer.legalName) on.text(issuer.legalName);
  strong(on, `RUC ${shown.ruc}`);
  for (const text of [issuer.address, issuer.contact]) if (text) on.text(text);
  on.rule();
  strong(on, shown.title);
  strong(on, shown.number, { isTall: true });
  stamp(on, shown);
  on.rule();
  on.send(align('left'));
  for (const [label, value] of [...shown.terms, ...shown.client]) on.text(`${label}: ${value}`);
  on.rule();
  on.sides(['Descripción', shown.heads.total]);
}

const DOTS = 8 / (72 / 25.4);

/**
 * Requests half the printable size, because `blackened` dithers for twice the printer's resolution.
 */
function logoRaster(logo: Buffer, { logo: most }: PrinterProfile): Buffer {
  const { width, height, data } = blackened(logo, {
    width: most.width / DOTS / 2,
    height: most.height / DOTS / 2,
  });
  const bits = inflateSync(data).map((byte) => ~byte & 0xff);
  // the last byte of a row has bits beyond the picture, which stay white
  const beyond = (8 - (width % 8)) % 8;
  const stride = Math.ceil(width / 8);
  for (let at = stride - 1; at < bits.length; at += stride)
    bits[at] = (bits[at] as number) & (0xff << beyond) & 0xff;
  return raster(width, height, Buffer.from(bits));
}

function strong(on: Ticket, text: string, { isTall = false } = {}): void {
  on.send(bold(true), tall(isTall));
  on.text(text);
  on.send(tall(false), bold(false));
}

function stamp(on: Ticket, { state }: PrintedContent): void {
  if (!state.stamp) return;
  on.send(reverse(true));
  strong(on, ` ${state.stamp} `, { isTall: true });
  on.send(reverse(false));
}

function lineRows(on: Ticket, line: PrintedLine): void {
  on.text(line.code === '' ? line.description : `${line.code} ${line.description}`);
  const product = `  ${line.quantity} ${line.unit} × ${line.price}`;
  // when the line needs two rows, the first does not end with what looks like an amount
  const fits = product.length + 1 + line.total.length <= on.columns;
  on.sides([fits ? product : `${product} =`, line.total]);
  for (const [label, amount] of line.steps) on.sides([`  ${label}`, amount]);
  for (const detail of line.details) on.text(detail);
}

function totals(on: Ticket, shown: PrintedContent): void {
  on.rule();
  for (const pair of [...shown.sums, ...shown.parts]) on.sides(pair);
  on.send(bold(true), tall(true));
  on.sides(shown.payable);
  on.send(tall(false));
  for (const pair of shown.beyond) on.sides(pair);
  on.send(bold(false));
  for (const pair of [...shown.included, ...shown.apart]) on.sides(pair);
  for (const text of [shown.articles, ...shown.inWords, ...shown.legends]) on.text(text);
}

function cardRows(on: Ticket, { title, rows, text }: Card): void {
  on.rule();
  strong(on, title);
  if (text) on.text(text);
  for (const [label, value] of rows)
    if (AMOUNT.test(value)) on.sides([label, value]);
    else on.text(`${label}: ${value}`);
}

const AMOUNT = /\d\.\d\d$/;

function foot(
  on: Ticket,
  shown: PrintedContent,
  { qr, design }: PrintedDocument,
  { qrModule }: PrinterProfile,
): void {
  on.rule();
  on.send(align('center'));
  if (qr) on.send(qrCode(qr, qrModule));
  for (const text of shown.proof) on.text(text);
  stamp(on, shown);
  if (design.barcode) on.send(barcode(shown.number), Buffer.from('\n'));
  if (shown.footer) strong(on, shown.footer);
}
