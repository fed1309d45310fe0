/**
 * Copies the folder of a file store into a backup. What the copy already has is not copied again:
 * packs only grow, so that only their new ends are read, and a pack that lost its end takes none
 * from the copy. Nothing is removed from the copy but what a killed backup left, and no link is
 * followed: root may copy, while the account of the programs owns folder and copy.
 */
import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncFolder } from '../durable.js';
import { unlessMissing } from '../unlessMissing.js';
import { copyRange, copyWhole, isDraft, keepOwner } from './copy.js';
import { inFolder, type OpenFolder } from './inFolder.js';

/** What one run copied. */
export interface Mirrored {
  files: number;
  bytes: number;
}

const PACK = '.pack';
/** What a file system has at its root: only root may read it. */
const OF_FILE_SYSTEM = 'lost+found';
const DAY_MS = 86_400_000;

/**
 * A file or folder that cannot be copied keeps no other one from it.
 * @param from a folder that is missing has no files
 * @param signal ends it after the file that is being copied
 * @throws the first reason why one could not be copied, at the end
 */
export async function mirrorFolder(
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<Mirrored> {
  const done: Mirrored = { files: 0, bytes: 0 };
  await makeFolder(to);
  const source = await realpath(from).catch(unlessMissing(undefined));
  if (source) await mirrorInto(source, await realpath(to), { done, signal }, [OF_FILE_SYSTEM]);
  return done;
}

interface Run {
  done: Mirrored;
  signal: AbortSignal | undefined;
}

/** @param skipped names that are not copied, of the folder alone and not of those in it */
const mirrorInto = (
  from: string,
  to: string,
  run: Run,
  skipped: readonly string[] = [],
): Promise<void> =>
  inFolder(from, (source) =>
    inFolder(to, async (target) => {
      await keepOwner(await source.handle.stat(), target.handle);
      await removeOldDrafts(target);
      const entries = await readdir(source.path, { withFileTypes: true });
      // drafts begin with a dot: their writer renames or removes them
      const copied = entries.filter(({ name }) => !name.startsWith('.') && !skipped.includes(name));
      await mirrorEntries(copied, source, target, run);
    }),
  );

async function mirrorEntries(
  entries: readonly Dirent[],
  source: OpenFolder,
  target: OpenFolder,
  run: Run,
): Promise<void> {
  let added = false;
  let problem: Error | undefined;
  for (const entry of entries) {
    if (run.signal?.aborted) break;
    const bytes = await mirrorEntry(entry, source, target, run).catch((error) => {
      problem ??= error;
      return undefined;
    });
    if (bytes === undefined) continue;
    run.done.files += 1;
    run.done.bytes += bytes;
    added = true;
  }
  if (added) await syncFolder(target.path);
  if (problem) throw problem;
}

/** @returns the bytes that were copied of a file; undefined when its copy is equal */
async function mirrorEntry(
  entry: Dirent,
  source: OpenFolder,
  target: OpenFolder,
  run: Run,
): Promise<number | undefined> {
  const [from, to] = [path.join(source.path, entry.name), path.join(target.path, entry.name)];
  if (entry.isFile()) return mirrorFile(from, to);
  if (!entry.isDirectory()) return undefined;
  await makeFolder(to);
  await mirrorInto(from, to, run);
  return undefined;
}

async function mirrorFile(source: string, target: string): Promise<number | undefined> {
  const [mine, copied] = await Promise.all([find(source), find(target)]);
  if (!mine) return undefined;
  if (!copied) return copyWhole(source, target);
  if (!copied.isFile()) throw new Error(`${target} is not a file`);
  if (source.endsWith(PACK)) {
    // a shorter original lost its end: the copy has the only one
    return mine.size > copied.size
      ? copyRange(source, target, { begin: copied.size, end: mine.size })
      : undefined;
  }
  if (mine.size === copied.size && sameTime(mine, copied)) return undefined;
  return copyWhole(source, target);
}

/** Those of backups that were killed. A backup that runs beside this one writes to its drafts. */
async function removeOldDrafts({ path: folder }: OpenFolder): Promise<void> {
  for (const name of (await readdir(folder)).filter(isDraft)) {
    const draft = path.join(folder, name);
    const found = await find(draft);
    if (found && Date.now() - found.ctimeMs > DAY_MS) await rm(draft, { force: true });
  }
}

const find = (file: string): Promise<Stats | undefined> =>
  lstat(file).catch(unlessMissing(undefined));

/** A copied time has no part of a millisecond. */
const sameTime = (a: Stats, b: Stats): boolean => Math.abs(a.mtimeMs - b.mtimeMs) < 2;
