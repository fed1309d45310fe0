/**
 * Archives a month of one business: bundles of bounded size are stored one after another, and each
 * is recorded with its documents. A killed run leaves complete bundles; the next run continues
 * after them. A file that cannot be read ends a run too, which writes the index of what it stored.
 */
import { hash } from 'node:crypto';
import {
  type BusinessToArchive,
  type ContradictingCdr,
  currentDesign,
  type Db,
  type DocumentToArchive,
  documentsToArchive,
  listBundles,
  type Month,
  readStoredDocument,
  recordBundle,
  type StoredDocument,
} from '@rafaga/db';
import { cdrFileName, documentName } from '@rafaga/fiscal';
import type { ArchiveSigner } from '@rafaga/secrets';
import { FileDamaged, type FileStore, readable, UnreadableFile } from '@rafaga/storage';
import {
  type BundledDocument,
  type BundledFile,
  type BundleWriter,
  createBundle,
} from './bundle.js';
import { folderOf, writeIndex } from './monthIndex.js';
import { recordText } from './recordText.js';

export interface ArchiveDeps {
  db: Db;
  files: FileStore;
  signer: ArchiveSigner;
  /** Opens a contradicting CDR that the store does not have. */
  openCdr(documentId: number, cdr: ContradictingCdr): Promise<Buffer>;
  /** Called after each bundle. */
  onBundle?(done: Archived): void;
  limits: BundleLimits;
}

export interface BundleLimits {
  documents: number;
  bytes: number;
}

/** What one run wrote. */
export interface Archived {
  bundles: number;
  documents: number;
  bytes: number;
  /** The file that keeps the documents after those of the last bundle out of the archive. */
  unreadable?: UnreadableFile;
}

/** Files that are read at a time: enough to hide the latency of a bucket. */
const CONCURRENCY = 16;

export async function archiveBusiness(
  deps: ArchiveDeps,
  business: BusinessToArchive,
  month: Month,
): Promise<Archived> {
  const { db, files, signer, onBundle, limits } = deps;
  const done: Archived = { bundles: 0, documents: 0, bytes: 0 };
  const design = await currentDesign(db, business.id);
  let sequence = (await listBundles(db, { month, scope: business.id })).at(-1)?.sequence ?? 0;
  let bundle: BundleWriter | undefined;

  async function finish(): Promise<void> {
    if (!bundle) return;
    const bytes = await storeBundle(deps, business, month, { bundle, sequence });
    done.bundles += 1;
    done.documents += bundle.documents();
    done.bytes += bytes;
    bundle = undefined;
    onBundle?.(done);
  }

  try {
    for await (const batch of documentsToArchive(db, business.id, month)) {
      for (const document of await readAll(deps, batch)) {
        if (document instanceof UnreadableFile) throw document;
        if (!bundle) {
          sequence += 1;
          const about = { ruc: business.ruc, mes: month.name, paquete: sequence };
          bundle = createBundle(about, design, signer);
        }
        await bundle.add(document);
        if (bundle.documents() >= limits.documents || bundle.bytes() >= limits.bytes)
          await finish();
      }
    }
    await finish();
  } catch (error) {
    done.unreadable = unreadable(error);
  }
  const bundles = await listBundles(db, { month, scope: business.id });
  await writeIndex(files, signer, { of: { ruc: business.ruc, month: month.name }, bundles });
  return done;
}

/**
 * The name contains the hash, and the same documents make the same bundle: a bundle that a killed
 * run stored without recording it is found again.
 * @throws FileDamaged when the store has other bytes under the name
 */
async function storeBundle(
  { db, files, signer }: ArchiveDeps,
  business: BusinessToArchive,
  month: Month,
  { bundle, sequence }: { bundle: BundleWriter; sequence: number },
): Promise<number> {
  const { zip, entries } = await bundle.finish();
  const short = hash('sha256', zip).slice(0, 12);
  const name = `${business.ruc}-${month.name}-${String(sequence).padStart(4, '0')}-${short}.zip`;
  const folder = folderOf({ ruc: business.ruc, month: month.name });
  const { objectKey, sha256, bytes, content } = await files.once(
    `${folder}/${name}`,
    async () => zip,
  );
  if (!content.equals(zip)) throw new FileDamaged(objectKey);
  await recordBundle(
    db,
    {
      businessId: business.id,
      month: month.name,
      sequence,
      objectKey,
      sha256,
      bytes,
      signer: signer.publicKey,
    },
    entries,
  );
  return bytes;
}

async function readAll(
  deps: ArchiveDeps,
  batch: readonly DocumentToArchive[],
): Promise<(BundledDocument | UnreadableFile)[]> {
  const done: (BundledDocument | UnreadableFile)[] = [];
  const waiting = batch.entries();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const [index, row] of waiting) done[index] = await readOne(deps, row).catch(unreadable);
    }),
  );
  return done;
}

/** @throws the error itself, when it is not about a file */
function unreadable(error: unknown): UnreadableFile {
  if (error instanceof UnreadableFile) return error;
  throw error;
}

async function readOne(deps: ArchiveDeps, row: DocumentToArchive): Promise<BundledDocument> {
  const document = readStoredDocument(row.document);
  const { files } = deps;
  const read: BundledFile[] = [];
  for (const { kind, objectKey, sha256 } of document.files) {
    const name = nameOf(document, kind);
    if (!name) continue;
    // a lost PDF is drawn when it is asked for
    const isDrawn = kind.startsWith('pdf-');
    const content = await (isDrawn
      ? readable(files, objectKey, sha256)
      : files.get(objectKey, sha256));
    if (content) read.push({ kind, name, content });
  }
  read.push(...(await readContradicting(deps, row, document)));
  const contradicting = row.contradicting.map(({ sealed, ...cdr }) => cdr);
  return {
    row: { ...row, contradicting },
    record: recordText(row, document),
    files: read,
  };
}

/** Contradicting CDRs get names of their own, beside the valid CDR. */
function readContradicting(
  { files, openCdr }: ArchiveDeps,
  { contradicting }: DocumentToArchive,
  document: StoredDocument,
): Promise<BundledFile[]> {
  return Promise.all(
    contradicting.map(async (cdr) => {
      const short = cdr.sha256.slice(0, 12);
      const content = cdr.objectKey
        ? await files.get(cdr.objectKey, Buffer.from(cdr.sha256, 'hex'))
        : await openCdr(document.id, cdr);
      const name = `${nameOf(document, 'cdr')}`.replace(/\.zip$/, `.contradice-${short}.zip`);
      return { kind: `cdr-${short}`, name, content };
    }),
  );
}

/** The ZIP that was sent contains only the XML, which has an entry of its own. */
function nameOf(document: StoredDocument, file: string): string | undefined {
  const base = documentName(document);
  if (file === 'xml') return `${base}.xml`;
  if (file === 'cdr') return cdrFileName(document);
  return file.startsWith('pdf-') ? `${base}.${file.slice(4)}.pdf` : undefined;
}
