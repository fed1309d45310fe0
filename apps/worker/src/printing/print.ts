/**
 * Draws and stores the PDFs of settled documents in the formats that their businesses print: many
 * documents in one job, one statement and one write. The API draws any other format at its
 * download, and these too when they are downloaded before they are drawn here.
 */
import {
  currentDesign,
  type Db,
  findPrintings,
  type PrintedFile,
  type Printing,
  recordPrinted,
} from '@rafaga/db';
import { type Design, designOf, isArchive, pdfName } from '@rafaga/pdf';
import { memoize } from '@rafaga/runtime/concurrency';
import { type FileStore, objectKey } from '@rafaga/storage';
import { retryWhileUnavailable } from '../retryWhileUnavailable.js';
import { addArchives } from './addArchives.js';
import type { DrawPrints, PrintReply, PrintRequest } from './drawPrints.js';

export interface PrintDeps {
  db: Db;
  files: FileStore;
  draw: DrawPrints;
  /** Called for each PDF that could not be drawn or stored. */
  onError(error: Error, documentId: number): void;
}

/** Bounds the memory of logos, a quarter of a megabyte each at most. */
const MAX_DESIGNS = 64;

/** @returns the PDFs that were drawn and stored */
export type Print = (documentIds: readonly number[]) => Promise<PrintedFile[]>;

export function createPrint(deps: PrintDeps): Print {
  const { db, files, draw, onError } = deps;
  // a version of a design never changes
  const designs = memoize<string, Design>({ max: MAX_DESIGNS });
  const designFor = ({ businessId, designVersion }: Printing) =>
    designs(`${businessId} ${designVersion}`, async () =>
      designOf(await currentDesign(db, businessId)),
    );

  async function store(
    { documentId, ruc, state, design, archive }: Printing & PrintRequest,
    reply: PrintReply,
  ): Promise<PrintedFile[]> {
    try {
      if ('error' in reply) throw new Error(reply.error);
      const { format, pdf } = reply;
      const name = objectKey(
        { id: documentId, ruc },
        pdfName(format, state, isArchive(design, format) ? archive : undefined),
      );
      const content = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
      return [{ ...(await files.put(name, content)), documentId, format }];
    } catch (error) {
      onError(error as Error, documentId);
      return [];
    }
  }

  return async (documentIds) => {
    const printings = await retryWhileUnavailable(() => findPrintings(db, documentIds));
    if (printings.length === 0) return [];
    const designed = await Promise.all(
      printings.map(async (printing) => ({ ...printing, design: await designFor(printing) })),
    );
    const documents = await addArchives(deps, designed);
    const byId = new Map(documents.map((document) => [document.documentId, document]));
    const replies = await drawAll(draw, documents);
    const stored = replies.map((reply) =>
      store(byId.get(reply.documentId) as Printing & PrintRequest, reply),
    );
    const printed = (await Promise.all(stored)).flat();
    await retryWhileUnavailable(() => recordPrinted(db, printed));
    return printed;
  };
}

/**
 * Draws all documents: one that crashes its thread or takes too long does not affect the others.
 */
async function drawAll(draw: DrawPrints, documents: PrintRequest[]): Promise<PrintReply[]> {
  try {
    return await draw(documents);
  } catch (error) {
    if (documents.length > 1)
      return (await Promise.all(documents.map((one) => drawAll(draw, [one])))).flat();
    const { message } = error as Error;
    return documents.map(({ documentId }) => ({
      documentId,
      error: `document ${documentId}: ${message}`,
    }));
  }
}
