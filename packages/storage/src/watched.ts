/**
 * Watches a store: reports every file whose bytes changed and every write that failed.
 */
import { FileDamaged, type FileStore } from './store.js';

/** Called while the store is used. */
export interface StoreWatch {
  /** A file's bytes are not the ones that were stored; once a file. */
  damaged(key: string): void;
  /** A write failed: the disk is full, or the bucket does not answer. */
  failed(error: Error): void;
}

export interface WatchedStore extends FileStore {
  /** Files that were found damaged and have not been read undamaged since. */
  damagedFiles(): string[];
  /** Reads those again: one that was restored is damaged no longer. */
  recheck(): Promise<void>;
}

/** Damaged files that are listed: an installation with more has lost its disk. */
const MAX_DAMAGED = 1_000;

/** @param store its results and errors stay the same */
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
    if (damaged.has(key) || damaged.size >= MAX_DAMAGED) return;
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
