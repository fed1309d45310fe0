/** Draws the papers that a business prints, once its document is settled; whatever is missing, the API draws when it is asked for. */
import { type Db, openDocument, recordFile, type StoredDocument } from '@rafaga/db';
import { price } from '@rafaga/fiscal';
import { type Design, drawPdf, FORMATS, type Format, type PrintedDocument } from '@rafaga/pdf';
import { type FileStore, objectKey } from '@rafaga/storage';

export function createPrint({ db, files }: { db: Db; files: FileStore }): (documentId: number) => Promise<void> {
  return async (documentId) => {
    const document = await openDocument(db, documentId);
    const state = document?.outcome?.state;
    if (!document || !state) return;
    const business = await db.prisma.business.findUniqueOrThrow({
      where: { id: document.businessId },
      select: { printFormats: true, design: true },
    });
    for (const format of FORMATS) {
      const drawn = document.files.some(({ kind }) => kind === `pdf-${format}`);
      if (drawn || !business.printFormats.includes(format)) continue;
      await keepDrawn(db, files, document, format, () => drawPdf(printed(document, state, business.design), format));
    }
  };
}

async function keepDrawn(db: Db, files: FileStore, document: StoredDocument, format: Format, draw: () => Promise<Buffer>): Promise<void> {
  const key = objectKey(document, `pdf-${format}.pdf`);
  const { sha256, bytes } = await files.once(key, draw);
  await recordFile(db, document.id, { kind: `pdf-${format}`, sha256, bytes, objectKey: key });
}

function printed(document: StoredDocument, state: PrintedDocument['state'], design: unknown): PrintedDocument {
  const { sale, number, createdAt, outcome } = document;
  if (!outcome) throw new Error('a document is drawn once it is signed');
  const { issuer, digest, qr } = outcome;
  return { priced: price(sale), issuer, number, createdAt, digest, qr, state, design: designOf(design) };
}

/** A design as the business's row keeps it: JSON, so its logo is base64. */
function designOf(stored: unknown): Design {
  const { logo, ...rest } = stored as Omit<Design, 'logo'> & { logo?: string };
  return { ...rest, ...(logo && { logo: Buffer.from(logo, 'base64') }) };
}
