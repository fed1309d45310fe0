/**
 * Returns the PDF of a document in a format that is not stored: draws it, and stores it once
 * nothing on it can change. The PDF of a document that is only in the archive is not stored, and
 * that of a closed month is not recorded.
 *
 * A stored PDF that is lost or damaged is drawn again too. Its row stays, for no program may change
 * the recorded hash of a file: bytes with that hash take its place in the store, and others, as
 * with a newer design, are drawn at each download.
 */
import type { ArchiveReader } from '@rafaga/archive';
import {
  currentDesign,
  type Db,
  FileDiffers,
  findDocument,
  findDownload,
  findFile,
  recordFile,
  type StoredDocument,
  type StoredFile,
} from '@rafaga/db';
import type { Kind, PaperFormat } from '@rafaga/fiscal';
import { type Archive, archiveOf, type Design, designOf, isArchive, pdfName } from '@rafaga/pdf';
import { singleFlight } from '@rafaga/runtime/concurrency';
import {
  type FileStore,
  hashAndSize,
  objectKey,
  readable,
  restoreFile,
  UnreadableFile,
} from '@rafaga/storage';
import type { LogFields } from '../edge/logRequests.js';
import type { DrawRequest } from './drawingThread.js';
import type { DrawingPool } from './pool.js';

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

/** @param call the fields by which a log line names the call */
export type Draw = (wanted: WantedPdf, call: LogFields) => Promise<Drawn | undefined>;

interface DrawDeps {
  db: Db;
  files: FileStore;
  archive: ArchiveReader;
  pool: DrawingPool;
  /** Called when the files to embed in a PDF cannot be read, or a lost one not be put back. */
  onError(error: Error, fields: LogFields & { documentId: number }): void;
}

/**
 * Simultaneous calls for the same PDF share one drawing. Its result is undefined while the document
 * is not signed.
 */
export function createDraw(deps: DrawDeps): Draw {
  const { db, files, archive: bundles, pool } = deps;
  const shareDrawing = singleFlight<Drawn | undefined>();

  async function drawn(
    { businessId, kind, id, format }: WantedPdf,
    call: LogFields,
  ): Promise<Drawn | undefined> {
    const stored = await findDocument(db, businessId, kind, id);
    const document = stored ?? (await bundles.find(id, { scope: businessId, kind }))?.document;
    if (!document?.outcome?.signature) return undefined;
    const recorded = document.files.find((file) => file.kind === `pdf-${format}`);
    const asStored = recorded && (await readable(files, recorded.objectKey, recorded.sha256));
    if (asStored) return { content: asStored, sha256: recorded.sha256 };
    const { state } = document.outcome;
    // the current design; stored files keep the design with which they were drawn
    const design = designOf(await currentDesign(db, businessId));
    const archived = isArchive(design, format);
    const archive = archived ? await readArchive(deps, document, call) : undefined;
    const drawNow = () => pool.draw(businessId, requestOf(document, format, design, archive));
    // not stored yet: a pending document says so on its PDF, and an embedded CDR may still come
    const isFinal = async () => !archived || (await isWhole(db, document, archive));
    if (!stored || recorded || !state || !(await isFinal())) {
      const content = await drawNow();
      const { sha256 } = hashAndSize(content);
      if (stored && recorded?.sha256.equals(sha256))
        await restoreFile(files, recorded, content).catch((error: Error) =>
          deps.onError(error, { ...call, documentId: id }),
        );
      return { content, sha256 };
    }
    const key = objectKey(document, pdfName(format, state, archive));
    const { objectKey: kept, content, sha256, bytes } = await files.once(key, drawNow);
    const file = { kind: `pdf-${format}` as const, sha256, bytes, objectKey: kept };
    return (await recordedInstead(deps, document, file)) ?? { content, sha256 };
  }

  return (wanted, call) => {
    const name = `${wanted.businessId} ${wanted.kind} ${wanted.id} ${wanted.format}`;
    return shareDrawing(name, () => drawn(wanted, call));
  };
}

/**
 * Reads the files to embed. When one cannot be read, the PDF is drawn without them, and not stored.
 */
async function readArchive(
  { files, onError }: DrawDeps,
  document: StoredDocument,
  call: LogFields,
): Promise<Archive | undefined> {
  try {
    return await archiveOf(document, ({ objectKey: stored, sha256 }) => files.get(stored, sha256));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    onError(error, { ...call, documentId: document.id });
    return undefined;
  }
}

/**
 * Whether the archive has the CDR, or none is expected: rejected by a fault, or presumed accepted.
 */
async function isWhole(
  db: Db,
  { id, businessId, kind, outcome }: StoredDocument,
  archive: Archive | undefined,
): Promise<boolean> {
  if (!archive || archive.cdr) return archive !== undefined;
  if (outcome?.state !== 'rejected' && outcome?.evidence !== 'presumed') return false;
  const found = await findDownload(db, businessId, kind, id, 'cdr');
  return found !== undefined && !found.file && !found.coming;
}

/** Reads the PDF that another process recorded meanwhile, with another design: it never changes. */
async function recordedInstead(
  { db, files }: DrawDeps,
  document: StoredDocument,
  file: Omit<StoredFile, 'createdAt'>,
): Promise<Drawn | undefined> {
  try {
    await recordFile(db, document, file);
    return undefined;
  } catch (error) {
    const known = error instanceof FileDiffers && (await findFile(db, document, file.kind));
    if (!known) throw error;
    return { content: await files.get(known.objectKey, known.sha256), sha256: known.sha256 };
  }
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
    evidence: outcome.evidence,
    environment,
    design,
    ...(archive && { archive }),
    format,
  };
}
