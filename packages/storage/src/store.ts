/** The one type of every file store, and the names of files. */
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
   * Stores the bytes, on the disk once it resolves, and gives their key, which the caller records.
   * Nothing is ever overwritten: other bytes of the same name get another key, and the recorded key
   * is the valid one.
   * @param name from `objectKey`
   */
  put(name: string, content: Buffer): Promise<Stored>;
  /**
   * @param key as `put` or `once` gave it
   * @param sha256 the hash of the content, where the caller knows it
   * @throws FileMissing
   * @throws FileDamaged when the bytes are not the ones that were stored
   */
  get(key: string, sha256?: Buffer): Promise<Buffer>;
  /**
   * The file of this key, or else what `make` gives, stored first: a step that runs twice keeps its
   * first result.
   */
  once(key: string, make: () => Promise<Buffer>): Promise<Stored & { content: Buffer }>;
  /**
   * The file that was put under a name in this span of time, although its key was never recorded;
   * the newest of several.
   */
  find(name: string, within: { from: Date; to: Date }): Promise<Buffer | undefined>;
  /**
   * Every file that was put from this day in Lima on, recorded or not, in order as far as it is
   * known. Of these issuers at least.
   */
  list(from: Date, rucs: readonly string[]): AsyncIterable<{ name: string; objectKey: string }>;
  /** Files that are rewritten. */
  readonly mutable: MutableFiles;
  /** What was acknowledged to callers, out of reach of a restored database. */
  readonly journal: Journal;
  /** Writes a small file and removes it; throws what a `put` would throw now. */
  probe(): Promise<void>;
}

export class FileMissing extends Error {
  constructor(readonly key: string) {
    super(`no file ${key}`);
  }
}

export class FileDamaged extends Error {
  constructor(readonly key: string) {
    super(`the bytes under ${key} are not the ones that were stored`);
  }
}

/**
 * The name of a document's file, by issuer and day: no folder grows with the years, and there are
 * few of them. A folder for each document would cost more than its files.
 * @param name the file's own name, as the authority and the client see it
 */
export function objectKey(document: { ruc: string; id: number }, name: string): string {
  return `${document.ruc}/${limaDay(momentOf(document.id))}/${document.id}-${name}`;
}

/** The high bits of a document's id are the milliseconds since then. */
const FIRST_MS = Date.UTC(2024, 0, 1);
/** When a document was issued, by its id, in milliseconds. */
export const momentOf = (id: number): number => FIRST_MS + Math.floor(id / 1024);
/** Peru has one offset all year. */
const LIMA_MS = 5 * 3_600_000;

const DAY_MS = 24 * 3_600_000;

/** The time in Lima as `2026-11-21T09:30:15`. */
export const limaMoment = (ms: number): string => new Date(ms - LIMA_MS).toISOString().slice(0, 19);

/** The name of the last day: it is needed with every file. */
let named = { day: Number.NaN, name: '' };

export function limaDay(ms: number): string {
  const day = Math.floor((ms - LIMA_MS) / DAY_MS);
  if (named.day !== day) named = { day, name: limaMoment(ms).slice(0, 10) };
  return named.name;
}
