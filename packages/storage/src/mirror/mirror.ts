/**
 * Copies the folder of a file store into a backup. What the copy already has is not copied again:
 * packs only grow, so that only their new ends are read. Nothing is removed from the copy.
 */
import { copyFile, open, readdir, rename, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncFolder } from '../durable.js';

/** What one run copied. */
export interface Mirrored {
  files: number;
  bytes: number;
}

const PACK = '.pack';
const CHUNK = 1024 * 1024;

/** @param from a folder that is missing has no files */
export async function mirrorFolder(from: string, to: string): Promise<Mirrored> {
  const done: Mirrored = { files: 0, bytes: 0 };
  await makeFolder(to);
  await mirrorInto(from, to, done);
  return done;
}

async function mirrorInto(from: string, to: string, done: Mirrored): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true }).catch(unlessMissing([]));
  let added = false;
  for (const entry of entries) {
    // drafts, which their writer renames or removes
    if (entry.name.startsWith('.')) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) {
      await makeFolder(target);
      await mirrorInto(source, target, done);
    } else if (entry.isFile()) {
      const bytes = await mirrorFile(source, target);
      if (bytes === undefined) continue;
      done.files += 1;
      done.bytes += bytes;
      added = true;
    }
  }
  if (added) await syncFolder(to);
}

/** @returns the bytes that were copied; undefined when the copy is equal */
async function mirrorFile(source: string, target: string): Promise<number | undefined> {
  const [mine, copied] = await Promise.all([sizeOf(source), sizeOf(target)]);
  if (!mine) return undefined;
  if (copied && mine.size === copied.size && (isPack(source) || mine.time === copied.time))
    return undefined;
  if (copied && isPack(source) && mine.size > copied.size)
    return appendEnd(source, target, copied.size, mine.size);
  return copyWhole(source, target);
}

const isPack = (file: string): boolean => file.endsWith(PACK);

async function appendEnd(
  source: string,
  target: string,
  begin: number,
  end: number,
): Promise<number> {
  const [reader, writer] = [await open(source, 'r'), await open(target, 'r+')];
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

async function copyWhole(source: string, target: string): Promise<number | undefined> {
  const draft = path.join(path.dirname(target), `.${path.basename(target)}`);
  const { size, atime, mtime } = await stat(source);
  await copyFile(source, draft);
  const handle = await open(draft, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await utimes(draft, atime, mtime);
  await rename(draft, target);
  return size;
}

async function sizeOf(file: string): Promise<{ size: number; time: number } | undefined> {
  const found = await stat(file).catch(unlessMissing(undefined));
  return found && { size: found.size, time: Math.floor(found.mtimeMs / 1_000) };
}

const unlessMissing =
  <T>(otherwise: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code !== 'ENOENT') throw error;
    return otherwise;
  };
