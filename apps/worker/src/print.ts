/**
 * Draws the PDFs of a settled document in the formats that its business prints. The API draws any
 * other format when it is downloaded.
 */
import {
  currentDesign,
  type Db,
  findPrintFormats,
  openDocument,
  recordFile,
  type StoredDocument,
} from '@rafaga/db';
import { PAPER_FORMATS, type PaperFormat, price } from '@rafaga/fiscal';
import { type Design, designOf, drawPdf, type PrintedDocument, pdfName } from '@rafaga/pdf';
import { type FileStore, objectKey } from '@rafaga/storage';

export function createPrint({
  db,
  files,
}: {
  db: Db;
  files: FileStore;
}): (documentId: number) => Promise<void> {
  return async (documentId) => {
    const document = await openDocument(db, documentId);
    const state = document?.outcome?.state;
    // a PDF that says «pendiente» is never stored
    if (!document?.outcome?.signature || !state) return;
    const printFormats = await findPrintFormats(db, document.businessId);
    const missing = PAPER_FORMATS.filter(
      (format) =>
        printFormats.includes(format) &&
        !document.files.some(({ kind }) => kind === `pdf-${format}`),
    );
    if (missing.length === 0) return;
    const design = designOf(await currentDesign(db, document.businessId));
    for (const format of missing) await keepDrawn(db, files, document, format, state, design);
  };
}

async function keepDrawn(
  db: Db,
  files: FileStore,
  document: StoredDocument,
  format: PaperFormat,
  state: 'accepted' | 'rejected',
  design: Design,
): Promise<void> {
  const key = objectKey(document, pdfName(format, state));
  const {
    objectKey: kept,
    sha256,
    bytes,
  } = await files.once(key, async () => drawPdf(printed(document, state, design), format));
  await recordFile(db, document, { kind: `pdf-${format}`, sha256, bytes, objectKey: kept });
}

function printed(
  { sale, number, createdAt, environment, outcome }: StoredDocument,
  state: PrintedDocument['state'],
  design: Design,
): PrintedDocument {
  if (!outcome?.signature) throw new Error('a PDF needs the signature of its document');
  const { issuer, digest, qr } = outcome.signature;
  return { priced: price(sale), issuer, number, createdAt, digest, qr, state, environment, design };
}
