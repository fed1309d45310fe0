/** Wraps a store and reports every file that changed or is gone, and every failed write. */
import { FileDamaged, type FileStore, UnreadableFile } from './store.js';

/** The reports of a watched store. */
export interface StoreWatch {
  /** The bytes of a file are not those that were stored, or are gone; called once for each file. */
  damaged(key: string): void;
  /** A write failed, for example because the disk is full. */
  failed(error: Error): void;
}

export interface WatchedStore extends FileStore {
  /** The keys of files that were damaged or missing when they were last read. */
  damagedFiles(): string[];
  /**
   * Reads damaged files again for two seconds, those first that were read longest ago, and removes
   * repaired ones from the list.
   */
  recheck(): Promise<void>;
}

/** Limit of listed damaged files. */
const MAX_DAMAGED = 1_000;
/** The probe of the store waits for it, and must not last longer than its own timeout. */
const RECHECK_MS = 2_000;

/** @param store the results and errors of the store are passed on unchanged */
export function watchStore(store: FileStore, watch: StoreWatch): WatchedStore {
  const damaged = new Map<string, Buffer | undefined>();

  async function get(key: string, sha256?: Buffer): Promise<Buffer> {
    try {
      const content = await store.get(key, sha256);
      damaged.delete(key);
      return content;
    } catch (error) {
      // the hash is in the database only when the file was stored
      if (error instanceof FileDamaged || (error instanceof UnreadableFile && sha256))
        note(key, sha256);
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
      const end = performance.now() + RECHECK_MS;
      for (const [key, sha256] of [...damaged]) {
        if (performance.now() > end) return;
        await get(key, sha256).catch(() => undefined);
        // one that is still listed goes to the end
        if (damaged.delete(key)) damaged.set(key, sha256);
      }
    },
  };
}
