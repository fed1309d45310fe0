/**
 * Lists the files of the packs that were begun from a day on, in the order in which each pack was
 * written.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { READ_MODE } from '../readMode.js';
import { limaDay } from '../store.js';
import { unlessMissing } from '../unlessMissing.js';
import { begunAt, keyOf, PACKS } from './location.js';
import { recordsOf } from './record.js';

/** @param root the folder of the store */
export async function* listPacked(
  root: string,
  from: Date,
): AsyncGenerator<{ name: string; objectKey: string }> {
  for (const pack of await packsFrom(root, limaDay(from.getTime()))) {
    const bytes = await readFile(path.join(root, pack), { flag: READ_MODE });
    for (const { at, header } of recordsOf(bytes)) {
      const name = header.name.toString();
      const place = { pack, offset: at, length: header.end, name: path.posix.basename(name) };
      yield { name, objectKey: keyOf(place) };
    }
  }
}

/** The paths of the packs below the root, oldest first. */
export async function packsFrom(root: string, day: string): Promise<string[]> {
  const days = (await namesIn(path.join(root, PACKS))).filter((name) => name >= day);
  const packs = days.map(async (each) => {
    const files = (await namesIn(path.join(root, PACKS, each)))
      .filter((file) => begunAt(each, file) !== undefined)
      .map((file) => path.posix.join(PACKS, each, file));
    const readable = await Promise.all(files.map((file) => isFile(path.join(root, file))));
    return files.filter((_, index) => readable[index]);
  });
  return (await Promise.all(packs)).flat();
}

/** Whether it is one, and not a folder, a link to nothing or anything else under such a name. */
const isFile = (file: string): Promise<boolean> =>
  stat(file).then((found) => found.isFile(), unlessMissing(false));

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (NO_FOLDER.includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

const NO_FOLDER = ['ENOENT', 'ENOTDIR'];
