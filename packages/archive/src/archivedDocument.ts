/**
 * Reads one document from its bundle, and nothing else of it: the row that the database had, and
 * its files by keys that the store reads as any other.
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

/** As it was when it was archived. */
export interface ArchivedDocument extends Omit<DocumentToArchive, 'document'> {
  /** The key of its bundle. */
  bundle: string;
  /** Its files are those of the bundle. */
  document: StoredDocument;
}

export interface ArchiveReader {
  /** Undefined when it is not archived, or not of the owner; without an owner: of any. */
  find(id: number, owner?: ArchiveOwner): Promise<ArchivedDocument | undefined>;
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
