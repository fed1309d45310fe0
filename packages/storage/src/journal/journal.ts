/** A journal: an append-only list of records, in the order in which each process wrote them. */

export interface Journal {
  /** Resolves when the record is on disk. */
  append(content: Buffer): Promise<void>;
  /** Reads the records from this day in Lima on, without damaged ones. */
  read(from: Date): AsyncIterable<Buffer>;
}

/** The folders below the root: of acknowledged documents, and of what persons decided. */
export type JournalFolder = 'journal' | 'decisions';
