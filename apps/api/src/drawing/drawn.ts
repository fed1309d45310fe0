/**
 * The PDF of a document in a format that is not stored: drawn now, and kept once nothing on it can
 * change any more.
 */
import { createHash } from 'node:crypto';
import { currentDesign, type Db, findDocument, recordFile, type StoredDocument } from '@rafaga/db';
import type { Kind, PaperFormat } from '@rafaga/fiscal';
import { type Design, designOf, pdfName } from '@rafaga/pdf';
import { singleFlight } from '@rafaga/runtime/concurrency';
import { type FileStore, objectKey } from '@rafaga/storage';
import type { DrawingPool } from './pool.js';
import type { DrawRequest } from './thread.js';

export interface Drawn {
  content: Buffer;
  sha256: Buffer;
}

interface Wanted {
  businessId: number;
  kind: Kind;
  id: number;
  format: PaperFormat;
}

export type Draw = (wanted: Wanted) => Promise<Drawn | undefined>;

/**
 * Gives undefined while the document is not signed. Callers that want the same at the same time
 * share one drawing.
 */
export function createDraw({
  db,
  files,
  pool,
}: {
  db: Db;
  files: FileStore;
  pool: DrawingPool;
}): Draw {
  const flight = singleFlight<Drawn | undefined>();

  async function drawn({ businessId, kind, id, format }: Wanted): Promise<Drawn | undefined> {
    const document = await findDocument(db, businessId, kind, id);
    if (!document?.outcome?.signature) return undefined;
    const { state } = document.outcome;
    // today's design: files that are stored keep the design of their day
    const make = async () =>
      pool.draw(requestOf(document, format, designOf(await currentDesign(db, businessId))));
    // the PDF of a pending document says that it is pending, so it is not stored
    if (!state) {
      const content = await make();
      return { content, sha256: createHash('sha256').update(content).digest() };
    }
    const key = objectKey(document, pdfName(format, state));
    const { objectKey: kept, content, sha256, bytes } = await files.once(key, make);
    await recordFile(db, id, { kind: `pdf-${format}`, sha256, bytes, objectKey: kept });
    return { content, sha256 };
  }

  return (wanted) => {
    const name = `${wanted.businessId} ${wanted.kind} ${wanted.id} ${wanted.format}`;
    return flight(name, () => drawn(wanted));
  };
}

function requestOf(
  { sale, number, createdAt, environment, outcome }: StoredDocument,
  format: PaperFormat,
  design: Design,
): DrawRequest {
  if (!outcome?.signature) throw new Error('a document is drawn once it is signed');
  const { issuer, digest, qr } = outcome.signature;
  return {
    sale,
    number,
    createdAt,
    issuer,
    digest,
    qr,
    state: outcome.state ?? 'pending',
    environment,
    design,
    format,
  };
}
