/** The type of every file store, and the names of files. */
import type { Journal } from './journal/journal.js';
import type { MutableFiles } from './mutable/mutable.js';

/** A stored file: its key, its hash and its size. */
export interface Stored {
  objectKey: string;
  sha256: Buffer;
  bytes: number;
}

export interface FileStore {
  /**
   * Stores a file; resolves when it is on disk. The caller records the returned key, because other
   * bytes under the same name get another key: nothing is ever overwritten.
   * @param name from `objectKey`
   */
  put(name: string, content: Buffer): Promise<Stored>;
  /**
   * Reads a file.
   * @param key returned by `put` or `once`
   * @param sha256 the hash of the content, if the caller knows it
   * @throws FileMissing
   * @throws FileDamaged when the bytes are not the ones that were stored
   */
  get(key: string, sha256?: Buffer): Promise<Buffer>;
  /** Reads the file of this key, else stores the result of `make`: a repetition reads it. */
  once(key: string, make: () => Promise<Buffer>): Promise<Stored & { content: Buffer }>;
  /**
   * Finds the newest file that was put under a name in a time range, without its key; a bucket
   * gives the first one, because another could be found only by a list of all files of its day.
   */
  find(name: string, within: { from: Date; to: Date }): Promise<Buffer | undefined>;
  /**
   * Lists every file that was put from this day in Lima on, at least those of these issuers; of
   * several that were put under one name, the first comes first.
   */
  list(from: Date, rucs: readonly string[]): AsyncIterable<{ name: string; objectKey: string }>;
  /** Small files that are rewritten. */
  readonly mutable: MutableFiles;
  /** The journal of acknowledged documents. */
  readonly journal: Journal;
  /** The journal of what persons decided about documents. */
  readonly decisions: Journal;
  /** Writes and removes a small file; throws what `put` would throw. */
  probe(): Promise<void>;
}

/** A file that will not be there later either, while the store itself answers. */
export class UnreadableFile extends Error {
  constructor(
    readonly key: string,
    message: string,
  ) {
    super(message);
  }
}

export class FileMissing extends UnreadableFile {
  constructor(key: string) {
    super(key, `no file ${key}`);
  }
}

export class FileDamaged extends UnreadableFile {
  constructor(key: string) {
    super(key, `the bytes under ${key} are not the ones that were stored`);
  }
}

/**
 * The name of a document's file, in a folder for each issuer and day, which bounds the number and
 * the size of folders.
 * @param name the file's own name, as the authority and the client know it
 */
export function objectKey(document: { ruc: string; id: number }, name: string): string {
  return `${document.ruc}/${limaDay(momentOf(document.id))}/${document.id}-${name}`;
}

/** The hash before the name of a document's file, which begins with its id. */
const HASH = /^[0-9a-f]{16}-(?=\d+-(?:R-)?\d{11}-)/;

/** The name that a file was put under, of a key in a bucket that has the hash of other bytes. */
export const withoutHash = (file: string): string => file.replace(HASH, '');

/** The high bits of a document's id are the milliseconds since this time. */
const FIRST_MS = Date.UTC(2024, 0, 1);
/** When a document was issued, by its id, in Unix milliseconds. */
const momentOf = (id: number): number => FIRST_MS + Math.floor(id / 1024);
/** The offset of Lima, which is the same all year. */
const LIMA_MS = 5 * 3_600_000;

const DAY_MS = 24 * 3_600_000;

/** The time in Lima as `2026-11-21T09:30:15`. @param ms Unix milliseconds */
export const limaMoment = (ms: number): string => new Date(ms - LIMA_MS).toISOString().slice(0, 19);

/** The last formatted day, cached because every file needs it. */
let named = { day: Number.NaN, name: '' };

/** The day in Lima as `2026-11-21`. @param ms Unix milliseconds */
export function limaDay(ms: number): string {
  const day = Math.floor((ms - LIMA_MS) / DAY_MS);
  if (named.day !== day) named = { day, name: limaMoment(ms).slice(0, 10) };
  return named.name;
}
