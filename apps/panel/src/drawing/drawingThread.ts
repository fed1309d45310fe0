/**
 * The code of the drawing thread: checks a design, draws a document, or makes pictures of the pages
 * of a PDF.
 */
import { parentPort } from 'node:worker_threads';
import type { PaperFormat } from '@rafaga/fiscal';
import {
  type DesignFaults,
  designFaults,
  drawPdf,
  escPos,
  type PrintedDocument,
  type PrinterProfileName,
  type StoredDesign,
} from '@rafaga/pdf';
import { type PageImage, renderPages } from './renderPages.js';

/** What each request to the thread takes and gives. */
export interface Drawings {
  faults: [design: StoredDesign, faults: DesignFaults];
  pdf: [{ paper: PrintedDocument; format: PaperFormat }, Uint8Array];
  ticket: [{ paper: PrintedDocument; profile: PrinterProfileName }, Uint8Array];
  pages: [pdf: Uint8Array, PageImage[]];
}

export type DrawRequest = {
  [K in keyof Drawings]: { make: K; of: Drawings[K][0] };
}[keyof Drawings];

/** An error is sent as its message, because an Error loses its class between threads. */
export type DrawReply = { made: Drawings[keyof Drawings][1] } | { error: string };

parentPort?.on('message', async (request: DrawRequest) => {
  try {
    parentPort?.postMessage({ made: await make(request) });
  } catch (error) {
    parentPort?.postMessage({ error: (error as Error).message });
  }
});

function make(request: DrawRequest) {
  switch (request.make) {
    case 'faults':
      return designFaults(withLogo(request.of));
    case 'pdf':
      return drawPdf(received(request.of.paper), request.of.format);
    case 'ticket':
      return escPos(received(request.of.paper), request.of.profile);
    case 'pages':
      return renderPages(Buffer.from(request.of));
  }
}

const received = (paper: PrintedDocument): PrintedDocument => ({
  ...paper,
  design: withLogo(paper.design),
});

/** A Buffer arrives as a Uint8Array. */
const withLogo = <D extends { logo?: Buffer | null }>(design: D): D =>
  design.logo ? { ...design, logo: Buffer.from(design.logo) } : design;
