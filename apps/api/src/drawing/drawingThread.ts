/** Runs in a thread of the pool: receives a stored sale and answers with its PDF. */
import { parentPort } from 'node:worker_threads';
import { type PaperFormat, price, type Sale } from '@rafaga/fiscal';
import { drawPdf, type PrintedDocument } from '@rafaga/pdf';

/** A document to draw, as plain values: the thread computes the amounts from the sale. */
export interface DrawRequest extends Omit<PrintedDocument, 'priced'> {
  sale: Sale;
  format: PaperFormat;
}

/** An error is sent as its message, because an Error loses its class between threads. */
export type DrawReply = { pdf: Uint8Array } | { error: string };

parentPort?.on('message', async ({ sale, format, design, ...document }: DrawRequest) => {
  try {
    // a Buffer arrives as a Uint8Array
    const logo = design.logo && { logo: Buffer.from(design.logo) };
    const pdf = new Uint8Array(
      await drawPdf({ ...document, priced: price(sale), design: { ...design, ...logo } }, format),
    );
    parentPort?.postMessage({ pdf }, [pdf.buffer]);
  } catch (error) {
    parentPort?.postMessage({ error: (error as Error).message });
  }
});
