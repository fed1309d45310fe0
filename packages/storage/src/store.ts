/** The one type behind which files rest, and how they are named. */
import type { Journal } from './journal/journal.js';
import type { MutableFiles } from './mutable/mutable.js';

/** A file that rests: where, its hash and its size. */
export interface Stored {
  objectKey: string;
  sha256: Buffer;
  bytes: number;
}

export interface FileStore {
  /**
   * Keeps the bytes for good, on the disk once it resolves, and says where: whoever puts them
   * writes that down. Nothing is ever overwritten: other bytes of the same name rest beside the
   * first, and the ones that were written down count.
   * @param name as `objectKey` gives it
   */
  put(name: string, content: Buffer): Promise<Stored>;
  /**
   * @param key where it rests, as `put` or `once` said
   * @param sha256 what the content must hash to, where the caller knows it
   * @throws FileMissing
   * @throws FileDamaged when it does not: nobody is given bytes that are not the ones that were
   * kept
   */
  get(key: string, sha256?: Buffer): Promise<Buffer>;
  /**
   * What rests under the key, or else what `make` gives, kept first: a step that runs twice keeps
   * its first result.
   */
  once(key: string, make: () => Promise<Buffer>): Promise<Stored & { content: Buffer }>;
  /**
   * What was put under a name in this span of time, though nobody could write down where: the
   * newest, if several rest.
   */
  find(name: string, within: { from: Date; to: Date }): Promise<Buffer | undefined>;
  /**
   * All that was put from this day in Lima on, whether or not anybody wrote it down; in order, as
   * far as that is known. Of these issuers at least.
   */
  list(from: Date, rucs: readonly string[]): AsyncIterable<{ name: string; objectKey: string }>;
  /** What is written again and again. */
  readonly mutable: MutableFiles;
  /** What was acknowledged, where a restored database does not reach. */
  readonly journal: Journal;
  /** Keeps something small and takes it away again; throws what a `put` would throw now. */
  probe(): Promise<void>;
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

/**
 * Name of a document's file: by issuer and day, so that no folder grows with the years, and few are
 * made: a folder for each document costs more than its files.
 * @param name the file's own name, as the authority and the client will see it
 */
export function objectKey(document: { ruc: string; id: number }, name: string): string {
  return `${document.ruc}/${limaDay(momentOf(document.id))}/${document.id}-${name}`;
}

/** A document's id begins with the milliseconds since then. */
const FIRST_MS = Date.UTC(2024, 0, 1);
/** The moment that an id tells, in milliseconds. */
export const momentOf = (id: number): number => FIRST_MS + Math.floor(id / 1024);
/** Peru keeps one time all the year. */
const LIMA_MS = 5 * 3_600_000;

const DAY_MS = 24 * 3_600_000;

/** The moment in Lima as `2026-11-21T09:30:15`. */
export const limaMoment = (ms: number): string => new Date(ms - LIMA_MS).toISOString().slice(0, 19);

/** Asked for with every file: one day's name is made once. */
let named = { day: Number.NaN, name: '' };

export function limaDay(ms: number): string {
  const day = Math.floor((ms - LIMA_MS) / DAY_MS);
  if (named.day !== day) named = { day, name: limaMoment(ms).slice(0, 10) };
  return named.name;
}
