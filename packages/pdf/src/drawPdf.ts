/** Draws a document in one of the four formats. The same document gives the same bytes. */
import type { Format, PrintedDocument } from './document.js';
import { facts } from './facts.js';
import { createInk } from './ink.js';
import { drawPages } from './page/pages.js';
import { SHEETS } from './page/sheet.js';
import { drawTicket, ROLLS } from './ticket.js';

export async function drawPdf(document: PrintedDocument, format: Format): Promise<Buffer> {
  const shown = facts(document);
  const ink = createInk({
    title: `${shown.title} ${shown.number}`,
    author: document.issuer.legalName,
    subject: `RUC ${shown.ruc}`,
    createdAt: document.createdAt,
  });
  if (format === 'a4' || format === 'a5') drawPages(ink, shown, document, SHEETS[format]);
  else drawTicket(ink, shown, document, ROLLS[format]);
  return ink.finish();
}
