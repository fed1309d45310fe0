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

/** A pack of a day; its times in Unix milliseconds. */
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
  const listed = await Promise.all(files.map((file) => packOf(root, folder, file)));
  return listed.filter((pack) => pack !== undefined);
}

/** Undefined for what is not a pack, or is gone. */
async function packOf(root: string, folder: string, file: string): Promise<Listed | undefined> {
  const begun = begunAt(path.posix.basename(folder), file);
  if (begun === undefined) return undefined;
  const pack = path.posix.join(folder, file);
  const found = await stat(path.join(root, pack)).catch(unlessMissing(undefined));
  return found?.isFile() ? { pack, begun, changed: found.mtimeMs, size: found.size } : undefined;
}

/** The newest undamaged file of a name; names may share a checksum, so each record is read. */
async function newest(
  root: string,
  pack: string,
  contents: Contents,
  name: string,
): Promise<Buffer | undefined> {
  for (const { offset, length } of recordsNamed(name, contents)) {
    try {
      return await readPacked(root, { pack, offset, length, name: path.posix.basename(name) });
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
    }
  }
  return undefined;
}

/** The places of the records whose name has the same checksum, the newest first. */
function* recordsNamed(name: string, { names, offsets, end }: Contents) {
  const sum = crc32(name);
  for (let at = names.length - 1; at >= 0; at--) {
    if (names[at] !== sum) continue;
    const offset = offsets[at] as number;
    const next = offsets[at + 1] ?? end;
    yield { offset, length: next - offset };
  }
}
