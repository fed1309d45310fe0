/**
 * Reads the files that are embedded in the A4 of documents whose businesses want it. While the CDR
 * of a document is missing, its A4 is left out here: the API draws it at each download.
 */
import { type ArchivedFiles, type Db, findArchivedFiles } from '@rafaga/db';
import { type Archive, archiveOf, isArchive } from '@rafaga/pdf';
import type { FileStore } from '@rafaga/storage';
import type { PrintRequest } from './drawPrints.js';

interface ArchiveDeps {
  db: Db;
  files: FileStore;
  /** Called for each document whose files cannot be read. */
  onError(error: Error, documentId: number): void;
}

export async function addArchives<Request extends PrintRequest>(
  { db, files, onError }: ArchiveDeps,
  requests: readonly Request[],
): Promise<Request[]> {
  const wanted = new Set(requests.filter(hasArchive).map(({ documentId }) => documentId));
  if (wanted.size === 0) return [...requests];
  const read = async (found: ArchivedFiles): Promise<Archive | undefined> => {
    try {
      return await archiveOf(found, ({ objectKey, sha256 }) => files.get(objectKey, sha256));
    } catch (error) {
      onError(error as Error, found.documentId);
      return undefined;
    }
  };
  const archives = new Map<number, Archive>();
  for (const found of await findArchivedFiles(db, [...wanted])) {
    const archive = await read(found);
    if (archive?.cdr || (archive && found.isWithoutCdr)) archives.set(found.documentId, archive);
  }
  return requests.map((request) => {
    if (!wanted.has(request.documentId)) return request;
    const archive = archives.get(request.documentId);
    return archive ? { ...request, archive } : { ...request, formats: withoutA4(request) };
  });
}

const hasArchive = ({ formats, design }: PrintRequest): boolean =>
  formats.some((format) => isArchive(design, format));

const withoutA4 = ({ formats, design }: PrintRequest) =>
  formats.filter((format) => !isArchive(design, format));
