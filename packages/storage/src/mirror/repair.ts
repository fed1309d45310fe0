/** Writes files again into a copy of a file store in which their bytes are missing or changed. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { parseKey } from '../packs/location.js';
import { readPacked } from '../packs/read.js';
import { unlessMissing } from '../unlessMissing.js';
import { copyRange, copyWhole } from './copy.js';
import { inFolder } from './inFolder.js';

/**
 * Only these files, and of a pack only their records: the rest of the copy may be better than the
 * original. A file whose original is damaged too stays as it is.
 */
export async function repairCopy(from: string, to: string, keys: readonly string[]): Promise<void> {
  for (const key of new Set(keys.map(withoutEntry))) await repair(from, to, key);
}

/** The key of the zip, for the key of the file in it. */
const withoutEntry = (key: string): string => key.replace(/(?<=\.zip)\/[^/]+$/, '');

async function repair(from: string, to: string, key: string): Promise<void> {
  const place = parseKey(key);
  if (!place) return withBoth(from, to, key, copyWhole).catch(unlessMissing(undefined));
  const { pack, offset, length } = place;
  const sound = await readPacked(from, place).then(
    () => true,
    () => false,
  );
  const range = { begin: offset, end: offset + length };
  if (sound) await withBoth(from, to, pack, (source, target) => copyRange(source, target, range));
}

/** @param use gets the paths of a file in both folders; no folder above it is a link */
async function withBoth(
  from: string,
  to: string,
  file: string,
  use: (source: string, target: string) => Promise<unknown>,
): Promise<void> {
  const folders = file.split('/');
  const name = folders.pop() as string;
  await inNested(await realpath(from), folders, async (source) =>
    inNested(await realpath(to), folders, (target) =>
      use(path.join(source, name), path.join(target, name)),
    ),
  );
}

const inNested = (
  folder: string,
  [first, ...rest]: string[],
  use: (folder: string) => Promise<unknown>,
): Promise<unknown> =>
  inFolder(folder, ({ path: at }) =>
    first === undefined ? use(at) : inNested(path.join(at, first), rest, use),
  );
