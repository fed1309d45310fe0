/**
 * Gives the PDF of a document in a format that is not stored: draws it, and stores it once nothing
 * on it can change any more.
 */
import { createHash } from 'node:crypto';
import {
  currentDesign,
  type Db,
  findDocument,
  recordFile,
  type StoredDocument,
  type StoredFile,
} from '@rafaga/db';
import type { Kind, PaperFormat } from '@rafaga/fiscal';
import { type Archive, archiveOf, type Design, designOf, isArchive, pdfName } from '@rafaga/pdf';
import { singleFlight } from '@rafaga/runtime/concurrency';
import { type FileStore, objectKey } from '@rafaga/storage';
import type { DrawingPool } from './pool.js';
import type { DrawRequest } from './thread.js';

export interface Drawn {
  content: Buffer;
  sha256: Buffer;
}

interface WantedPdf {
  businessId: number;
  kind: Kind;
  id: number;
  format: PaperFormat;
}

export type Draw = (wanted: WantedPdf) => Promise<Drawn | undefined>;

/**
 * Simultaneous calls for the same PDF share one drawing. Its result is undefined while the document
 * is not signed.
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
  const shareDrawing = singleFlight<Drawn | undefined>();
  const read = ({ objectKey: stored, sha256 }: StoredFile) => files.get(stored, sha256);

  async function drawn({ businessId, kind, id, format }: WantedPdf): Promise<Drawn | undefined> {
    const document = await findDocument(db, businessId, kind, id);
    if (!document?.outcome?.signature) return undefined;
    const { state } = document.outcome;
    // the current design; stored files keep the design with which they were drawn
    const design = designOf(await currentDesign(db, businessId));
    const archived = isArchive(design, format);
    const archive = archived ? await archiveOf(document, read) : undefined;
    const drawNow = () => pool.draw(requestOf(document, format, design, archive));
    // a pending document says so, and an archive may lack the CDR yet: neither is stored
    if (!state || (archived && !archive?.cdr)) {
      const content = await drawNow();
      return { content, sha256: createHash('sha256').update(content).digest() };
    }
    const key = objectKey(document, pdfName(format, state, archived));
    const { objectKey: kept, content, sha256, bytes } = await files.once(key, drawNow);
    await recordFile(db, document, { kind: `pdf-${format}`, sha256, bytes, objectKey: kept });
    return { content, sha256 };
  }

  return (wanted) => {
    const name = `${wanted.businessId} ${wanted.kind} ${wanted.id} ${wanted.format}`;
    return shareDrawing(name, () => drawn(wanted));
  };
}

function requestOf(
  { sale, number, createdAt, environment, outcome }: StoredDocument,
  format: PaperFormat,
  design: Design,
  archive: Archive | undefined,
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
    ...(archive && { archive }),
    format,
  };
}
