/**
 * Small things with a name of their own that are written again and again, beside the files that
 * never change.
 */

export interface MutableFiles {
  /**
   * Whole or not at all, and on the disk once it resolves; what had the name before is replaced.
   */
  write(name: string, content: Buffer): Promise<void>;
  /** Undefined when there is none. */
  read(name: string): Promise<Buffer | undefined>;
  /** The names in a folder, sorted; empty when there is no such folder. */
  list(folder: string): Promise<string[]>;
  /** One that is not there is removed already. */
  remove(name: string): Promise<void>;
}
