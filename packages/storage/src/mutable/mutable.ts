/** Small files that are rewritten under the same name, unlike the other files of a store. */

export interface MutableFiles {
  /** Replaces the file atomically; resolves when it is on disk. */
  write(name: string, content: Buffer): Promise<void>;
  /** The content, or undefined when there is no such file. */
  read(name: string): Promise<Buffer | undefined>;
  /** The names in a folder, sorted; empty when there is no such folder. */
  list(folder: string): Promise<string[]>;
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>;
}
