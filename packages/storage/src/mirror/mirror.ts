/**
 * Copies the folder of a file store into a backup. What the copy already has is not copied again:
 * packs only grow, so that only their new ends are read. Nothing is removed from the copy, and no
 * link in it is followed: root may copy, while the account of the programs owns folder and copy.
 */
import { constants } from 'node:fs';
import { copyFile, lchown, lstat, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncFolder } from '../durable.js';
import { unlessMissing } from '../unlessMissing.js';

/** What one run copied. */
export interface Mirrored {
  files: number;
  bytes: number;
}

const PACK = '.pack';
const CHUNK = 1024 * 1024;

/**
 * @param from a folder that is missing has no files
 * @param signal ends it after the file that is being copied
 */
export async function mirrorFolder(
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<Mirrored> {
  const done: Mirrored = { files: 0, bytes: 0 };
  await makeFolder(to);
  await mirrorInto(from, to, { done, signal });
  return done;
}

interface Run {
  done: Mirrored;
  signal: AbortSignal | undefined;
}

async function mirrorInto(from: string, to: string, run: Run): Promise<void> {
  await keepOwner(from, to);
  const entries = await readdir(from, { withFileTypes: true }).catch(unlessMissing([]));
  let added = false;
  for (const entry of entries) {
    if (run.signal?.aborted) break;
    // drafts, which their writer renames or removes
    if (entry.name.startsWith('.')) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) {
      await makeFolder(target);
      if (!(await lstat(target)).isDirectory()) throw new Error(`${target} is not a folder`);
      await mirrorInto(source, target, run);
    } else if (entry.isFile()) {
      const bytes = await mirrorFile(source, target);
      if (bytes === undefined) continue;
      run.done.files += 1;
      run.done.bytes += bytes;
      added = true;
    }
  }
  if (added) await syncFolder(to);
}

/** @returns the bytes that were copied; undefined when the copy is equal */
async function mirrorFile(source: string, target: string): Promise<number | undefined> {
  const [mine, copied] = await Promise.all([sizeOf(source), sizeOf(target)]);
  if (!mine) return undefined;
  if (copied && mine.size === copied.size && (isPack(source) || sameTime(mine, copied)))
    return undefined;
  if (copied && isPack(source) && mine.size > copied.size)
    return copyRange(source, target, copied.size, mine.size);
  return copyWhole(source, target);
}

const isPack = (file: string): boolean => file.endsWith(PACK);

const WRITE_MODE = constants.O_RDWR | constants.O_NOFOLLOW;

/** Writes a part of a pack at its place in the copy. */
export async function copyRange(
  source: string,
  target: string,
  begin: number,
  end: number,
): Promise<number> {
  const [reader, writer] = [await open(source, 'r'), await open(target, WRITE_MODE)];
  try {
    for (let at = begin; at < end; ) {
      const wanted = Math.min(CHUNK, end - at);
      const { buffer, bytesRead } = await reader.read(Buffer.alloc(wanted), 0, wanted, at);
      if (bytesRead === 0) break;
      await writer.write(buffer, 0, bytesRead, at);
      at += bytesRead;
    }
    await writer.sync();
  } finally {
    await Promise.all([reader.close(), writer.close()]);
  }
  return end - begin;
}

/** @returns undefined when its writer removed it meanwhile */
export async function copyWhole(source: string, target: string): Promise<number | undefined> {
  const draft = path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}`);
  const found = await stat(source).catch(unlessMissing(undefined));
  if (!found?.isFile()) return undefined;
  await rm(draft, { force: true });
  const copy = copyFile(source, draft, constants.COPYFILE_EXCL);
  const copied = await copy.then(() => true, unlessMissing(false));
  if (!copied) return undefined;
  const { size, atime, mtime } = found;
  const handle = await open(draft, WRITE_MODE);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await utimes(draft, atime, mtime);
  await keepOwner(source, draft);
  await rename(draft, target);
  return size;
}

/** As root: what is restored from the copy must be writable for the programs again. */
async function keepOwner(source: string, target: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const found = await stat(source).catch(unlessMissing(undefined));
  if (found) await lchown(target, found.uid, found.gid);
}

interface Found {
  size: number;
  /** When it was changed, in milliseconds. */
  time: number;
}

async function sizeOf(file: string): Promise<Found | undefined> {
  const found = await stat(file).catch(unlessMissing(undefined));
  return found && { size: found.size, time: found.mtimeMs };
}

/** A copied time has no part of a millisecond. */
const sameTime = (a: Found, b: Found): boolean => Math.abs(a.time - b.time) < 2;
