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
 * Key of a document's file: by issuer, then fanned out twice by the last digits of the document's id, so that no folder grows with the years.
 * @param name the file's own name, as the authority and the client will see it
 */
export function objectKey(document: { ruc: string; id: number }, name: string): string {
  const digits = String(document.id).padStart(6, '0');
  return `${document.ruc}/${digits.slice(-3)}/${digits.slice(-6, -3)}/${document.id}/${name}`;
}
