/**
 * The same store, and somebody hears of every file whose bytes changed and of every write that
 * failed.
 */
import { FileDamaged, type FileStore } from './store.js';

/** What is told of a store while it is used. */
export interface StoreWatch {
  /** A file's bytes are not the ones that were kept; told once a file. */
  damaged(key: string): void;
  /** A write failed: the disk is full, the bucket is away. */
  failed(error: Error): void;
}

export interface WatchedStore extends FileStore {
  /** Files that were found damaged and have not been read whole since. */
  damagedFiles(): string[];
  /** Reads those again: a restored copy ends the matter. */
  recheck(): Promise<void>;
}

/** So many are remembered: whoever has more has lost the disk. */
const MOST = 1_000;

/** @param store whose reads and writes are watched; what it gives and throws stays the same */
export function watchStore(store: FileStore, watch: StoreWatch): WatchedStore {
  const damaged = new Map<string, Buffer | undefined>();

  async function get(key: string, sha256?: Buffer): Promise<Buffer> {
    try {
      const content = await store.get(key, sha256);
      damaged.delete(key);
      return content;
    } catch (error) {
      if (error instanceof FileDamaged) note(key, sha256);
      throw error;
    }
  }

  function note(key: string, sha256: Buffer | undefined): void {
    if (damaged.has(key) || damaged.size >= MOST) return;
    damaged.set(key, sha256);
    watch.damaged(key);
  }

  const written = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: Error) => {
      if (error instanceof FileDamaged) note(error.key, undefined);
      else watch.failed(error);
      throw error;
    });

  return {
    ...store,
    get,
    put: (name, content) => written(store.put(name, content)),
    once: (key, make) => written(store.once(key, make)),
    damagedFiles: () => [...damaged.keys()],
    async recheck() {
      for (const [key, sha256] of [...damaged]) await get(key, sha256).catch(() => undefined);
    },
  };
}
