/** Runs in a thread of the pool: a stored sale in, a PDF out. */
import { parentPort } from 'node:worker_threads';
import { type PaperFormat, price, type Sale } from '@rafaga/fiscal';
import { drawPdf, type PrintedDocument } from '@rafaga/pdf';

/** A printed document as plain values: amounts are computed again where they are drawn. */
export interface DrawRequest extends Omit<PrintedDocument, 'priced'> {
  sale: Sale;
  format: PaperFormat;
}

/** Errors do not survive the way between threads: their messages do. */
export type DrawReply = { pdf: Uint8Array } | { error: string };

parentPort?.on('message', async ({ sale, format, design, ...document }: DrawRequest) => {
  try {
    // a Buffer arrives as the plain bytes that it is
    const logo = design.logo && { logo: Buffer.from(design.logo) };
    const pdf = new Uint8Array(
      await drawPdf({ ...document, priced: price(sale), design: { ...design, ...logo } }, format),
    );
    parentPort?.postMessage({ pdf }, [pdf.buffer]);
  } catch (error) {
    parentPort?.postMessage({ error: (error as Error).message });
  }
});
