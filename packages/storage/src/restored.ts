/**
 * Reads files that were lost and made again. Nothing is written over a place in a pack: they have
 * files of their own, under a key that follows from the lost one.
 */
import { type FileStore, UnreadableFile } from './store.js';

/** The key, for `once`, of the bytes that take the place of a lost file. */
export const restoredKey = (key: string): string => `restored/${key}`;

/** Makes `get` also read what was stored in the place of a missing or damaged file. */
export const withRestored = (store: FileStore): FileStore => ({
  ...store,
  get: (key, sha256) =>
    store.get(key, sha256).catch((lost) => {
      if (!(lost instanceof UnreadableFile)) throw lost;
      return store.get(restoredKey(key), sha256).catch((error) => {
        throw error instanceof UnreadableFile ? lost : error;
      });
    }),
});
