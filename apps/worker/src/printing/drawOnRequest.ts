/**
 * The code of a printing thread: receives stored documents and answers with their PDFs. Tests run
 * it without the priority of printingThread.ts.
 */
import { parentPort } from 'node:worker_threads';
import { type PaperFormat, price } from '@rafaga/fiscal';
import { drawPdf, type PrintedDocument } from '@rafaga/pdf';
import type { PrintReply, PrintRequest } from './drawPrints.js';

parentPort?.on('message', (requests: PrintRequest[]) => {
  const replies = requests.flatMap(drawn);
  const buffers = replies.flatMap((reply) => ('pdf' in reply ? [reply.pdf.buffer] : []));
  parentPort?.postMessage(replies, buffers as ArrayBuffer[]);
});

function drawn(request: PrintRequest): PrintReply[] {
  const { documentId, formats } = request;
  try {
    const document = documentOf(request);
    return formats.map((format) => ({ documentId, format, pdf: pdfOf(document, format) }));
  } catch (error) {
    return [{ documentId, error: `document ${documentId}: ${(error as Error).message}` }];
  }
}

/** The bytes are a copy, so that they can be transferred to the other thread. */
const pdfOf = (document: PrintedDocument, format: PaperFormat): Uint8Array =>
  new Uint8Array(drawPdf(document, format));

function documentOf({ document, design, archive }: PrintRequest): PrintedDocument {
  const { sale, createdAt, ...rest } = JSON.parse(document);
  // a Buffer arrives as a Uint8Array
  const logo = design.logo && { logo: Buffer.from(design.logo) };
  return {
    ...rest,
    createdAt: new Date(createdAt),
    priced: price(sale),
    design: { ...design, ...logo },
    ...(archive && { archive }),
  };
}
