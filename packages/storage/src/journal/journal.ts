/** A journal: an append-only list of records, in the order in which each process wrote them. */

export interface Journal {
  /** On the disk once it resolves. */
  append(content: Buffer): Promise<void>;
  /** Everything that was appended from this day in Lima on, damaged records left out. */
  read(from: Date): AsyncIterable<Buffer>;
}

/** Below the root of the store. */
export const JOURNAL = 'journal';
