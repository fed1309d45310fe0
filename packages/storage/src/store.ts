/** The one type behind which files rest, and how they are named. */

export interface Stored {
  sha256: Buffer;
  bytes: number;
}

export interface FileStore {
  /**
   * Keeps the bytes for good. The same bytes again are no error.
   * @throws FileConflict when other bytes rest under the key: nothing is ever overwritten
   */
  put(key: string, content: Buffer): Promise<Stored>;
  /**
   * @param sha256 what the content must hash to, where the caller knows it
   * @throws FileMissing
   * @throws FileDamaged when it does not: nobody is given bytes that are not the ones that were kept
   */
  get(key: string, sha256?: Buffer): Promise<Buffer>;
  /** What rests under the key, or else what `make` gives, kept first: a step that runs twice keeps its first result. */
  once(key: string, make: () => Promise<Buffer>): Promise<Stored & { content: Buffer }>;
}

export class FileMissing extends Error {
  constructor(readonly key: string) {
    super(`no file ${key}`);
  }
}

export class FileDamaged extends Error {
  constructor(readonly key: string) {
    super(`the bytes under ${key} are not the ones that were kept`);
  }
}

export class FileConflict extends Error {
  constructor(readonly key: string) {
    super(`other bytes rest under ${key}`);
  }
}

/**
 * Key of a document's file: by issuer and day, so that no folder grows with the years, and few are made: a folder for each document
 * costs more than its files.
 * @param name the file's own name, as the authority and the client will see it
 */
export function objectKey(document: { ruc: string; id: number }, name: string): string {
  return `${document.ruc}/${dayOf(document.id)}/${document.id}-${name}`;
}

const FIRST_MS = Date.UTC(2024, 0, 1);
/** Peru keeps one time all the year. */
const LIMA_MS = 5 * 3_600_000;

/** The day in Lima on which the document got its id, which begins with its milliseconds since 2024. */
const dayOf = (id: number) => new Date(FIRST_MS + Math.floor(id / 1024) - LIMA_MS).toISOString().slice(0, 10);
