/**
 * Small files that are rewritten under the same name, beside the files that never change.
 */

export interface MutableFiles {
  /**
   * Whole or not at all, and on the disk once it resolves; it replaces what had the name.
   */
  write(name: string, content: Buffer): Promise<void>;
  /** Undefined when there is none. */
  read(name: string): Promise<Buffer | undefined>;
  /** The names in a folder, sorted; empty when there is no such folder. */
  list(folder: string): Promise<string[]>;
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>;
}
