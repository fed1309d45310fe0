/** Draws a document in one of the four formats. The same document gives the same bytes. */
import type { PaperFormat } from '@rafaga/fiscal';
import { createCanvas } from './canvas.js';
import { printedContent } from './content.js';
import type { PrintedDocument } from './document.js';
import { drawPages } from './page/pages.js';
import { SHEETS } from './page/sheet.js';
import { ROLLS } from './ticket/roll.js';
import { drawTicket } from './ticket.js';

/** @returns the bytes of the PDF */
export function drawPdf(document: PrintedDocument, format: PaperFormat): Buffer {
  const shown = printedContent(document);
  const info = {
    title: `${shown.title} ${shown.number}`,
    author: document.issuer.legalName,
    subject: `RUC ${shown.ruc}`,
    createdAt: document.createdAt,
  };
  const canvas = createCanvas(info, format === 'a4' ? document.archive : undefined);
  if (format === 'a4' || format === 'a5') drawPages(canvas, shown, document, SHEETS[format]);
  else drawTicket(canvas, shown, document, ROLLS[format]);
  return canvas.finish();
}
