/** Finds a file in the packs by its name, when its key was not recorded. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { freshFlight } from '@rafaga/runtime/concurrency';
import { limaDay, UnreadableFile } from '../store.js';
import { unlessMissing } from '../unlessMissing.js';
import { type Contents, createContents } from './contents.js';
import { begunAt, PACKS } from './location.js';
import { readPacked } from './read.js';

interface Listed {
  /** The path of the pack below the root. */
  pack: string;
  begun: number;
  changed: number;
  size: number;
}

const DAY_MS = 86_400_000;
/** Added to the time range, for clocks that are an hour wrong; more would make searches slower. */
const MARGIN_MS = 75 * 60_000;

/** @returns the newest file of a name in the packs that were written in a time range */
export function createFinder(
  root: string,
): (name: string, within: { from: Date; to: Date }) => Promise<Buffer | undefined> {
  const contentsOf = createContents();
  const packsOf = freshFlight((day) => list(root, day));

  return async (name, within) => {
    const from = within.from.getTime() - MARGIN_MS;
    const to = within.to.getTime() + MARGIN_MS;
    const listed = (await Promise.all(days(from, to).map(packsOf))).flat();
    const packs = listed
      .filter(({ begun, changed }) => begun <= to && changed >= from)
      .sort((a, b) => b.changed - a.changed);
    for (const { pack, size } of packs) {
      const found = await newest(root, pack, await contentsOf(path.join(root, pack), size), name);
      if (found) return found;
    }
    return undefined;
  };
}

function days(from: number, to: number): string[] {
  const all = new Set<string>();
  for (let at = from; at < to; at += DAY_MS) all.add(limaDay(at));
  return [...all.add(limaDay(to))];
}

async function list(root: string, day: string): Promise<Listed[]> {
  const folder = path.posix.join(PACKS, day);
  const files = await readdir(path.join(root, folder)).catch(unlessMissing([]));
  const listed = files.map(async (file) => {
    const begun = begunAt(day, file);
    const pack = path.posix.join(folder, file);
    const found =
      begun === undefined
        ? undefined
        : await stat(path.join(root, pack)).catch(unlessMissing(undefined));
    return begun === undefined || !found?.isFile()
      ? []
      : [{ pack, begun, changed: found.mtimeMs, size: found.size }];
  });
  return (await Promise.all(listed)).flat();
}

/** The newest undamaged file of a name; names may share a checksum, so each record is read. */
async function newest(
  root: string,
  pack: string,
  { names, offsets, end }: Contents,
  name: string,
): Promise<Buffer | undefined> {
  const sum = crc32(name);
  for (
    let at = names.lastIndexOf(sum);
    at >= 0;
    at = at === 0 ? -1 : names.lastIndexOf(sum, at - 1)
  ) {
    const offset = offsets[at] as number;
    const place = {
      pack,
      offset,
      length: (offsets[at + 1] ?? end) - offset,
      name: path.posix.basename(name),
    };
    try {
      return await readPacked(root, place);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
    }
  }
  return undefined;
}
