/**
 * Files that were lost and made again. Nothing is written over a place in a pack: they have files
 * of their own, whose names follow from the keys of the lost ones.
 */
import { type FileStore, limaDay, UnreadableFile, withoutHash } from './store.js';

const FOLDER = 'restored';
/** What a key has between its folders, in the name of one file. */
const SEPARATOR = '~';

/**
 * The key, for `mutable`, of the bytes that take the place of a lost file; the second part of every
 * key is a day.
 */
function restoredKey(key: string): string {
  const [first = '', day = '', ...rest] = key.split('/');
  return `${FOLDER}/${day}/${[first, ...rest].join(SEPARATOR)}`;
}

/** Stores the bytes of a lost file again, after their hash was compared with the recorded one. */
export const restoreFile = (
  { mutable }: FileStore,
  lost: { objectKey: string },
  content: Buffer,
): Promise<void> => mutable.write(restoredKey(lost.objectKey), content);

/** Makes `get` and `list` also give what was stored in the place of a lost file. */
export const withRestored = (store: FileStore): FileStore => ({
  ...store,
  get: (key, sha256) =>
    store.get(key, sha256).catch((lost) => {
      if (!(lost instanceof UnreadableFile)) throw lost;
      return store.get(restoredKey(key), sha256).catch((error) => {
        throw error instanceof UnreadableFile ? lost : error;
      });
    }),
  async *list(from, rucs) {
    yield* store.list(from, rucs);
    const days = await store.mutable.list(FOLDER);
    for (const day of days.filter((name) => name >= limaDay(from.getTime())))
      for (const file of await store.mutable.list(`${FOLDER}/${day}`)) {
        const name = withoutHash(file.slice(file.lastIndexOf(SEPARATOR) + 1));
        const ruc = /^\d+-(?:R-)?(\d{11})-/.exec(name)?.[1];
        if (ruc !== undefined)
          yield { name: `${ruc}/${day}/${name}`, objectKey: `${FOLDER}/${day}/${file}` };
      }
  },
});
