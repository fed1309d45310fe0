/** Draws a document in one of the four formats. The same document gives the same bytes. */
import type { Format, PrintedDocument } from './document.js';
import { facts } from './facts.js';
import { createInk } from './ink.js';
import { drawPages, PAGES } from './page.js';
import { drawTicket, ROLLS } from './ticket.js';

export async function drawPdf(document: PrintedDocument, format: Format): Promise<Buffer> {
  const shown = facts(document);
  const ink = createInk({ title: `${shown.title} ${shown.number}`, author: document.issuer.legalName, createdAt: document.createdAt });
  if (format === 'a4' || format === 'a5') drawPages(ink, shown, document, PAGES[format]);
  else drawTicket(ink, shown, document, ROLLS[format]);
  const chunks: Buffer[] = [];
  const { doc } = ink;
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
    doc.end();
  });
}
