/**
 * Reads one document from its bundle, without reading the rest: its former database row, and its
 * files under keys that the file store can read.
 */
import {
  type ArchiveOwner,
  type Db,
  type DocumentToArchive,
  type FoundEntry,
  findArchived,
  readStoredDocument,
  type StoredDocument,
} from '@rafaga/db';
import { type FileStore, zipRangeKey } from '@rafaga/storage';

/** A document as it was when it was archived. */
export interface ArchivedDocument extends Omit<DocumentToArchive, 'document'> {
  /** The key of its bundle. */
  bundle: string;
  /** The document, whose files point into the bundle. */
  document: StoredDocument;
}

export interface ArchiveReader {
  /** @returns undefined when it is not archived, or not the owner's */
  find(id: number, owner: ArchiveOwner): Promise<ArchivedDocument | undefined>;
}

type Facts = DocumentToArchive & { places: Readonly<Record<string, string>> };

export const createArchiveReader = (db: Db, files: FileStore): ArchiveReader => ({
  async find(id, owner) {
    const entry = await findArchived(db, id, owner);
    return entry && readEntry(files, entry);
  },
});

async function readEntry(files: FileStore, entry: FoundEntry): Promise<ArchivedDocument> {
  const { objectKey: bundle } = entry;
  const content = await files.get(zipRangeKey(bundle, entry, 'documento.json'));
  const { document, places, ...rest } = JSON.parse(content.toString()) as Facts;
  const stored = readStoredDocument(document);
  const own = stored.files.flatMap((file) => {
    const place = places[file.kind];
    return place === undefined ? [] : [{ ...file, objectKey: `${bundle}/${place}` }];
  });
  return { ...rest, bundle, document: { ...stored, files: own } };
}
