/**
 * Copies a file or a part of it, and follows no link: root may copy, while the account of the
 * programs owns the original and the copy.
 */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { READ_MODE } from '../readMode.js';
import { unlessMissing } from '../unlessMissing.js';

const CHUNK = 1024 * 1024;
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants;

interface Range {
  begin: number;
  end: number;
}

/** Writes a part of a pack at its place in the copy. */
export async function copyRange(source: string, target: string, range: Range): Promise<number> {
  const reader = await openOriginal(source);
  try {
    const writer = await open(target, O_RDWR | O_NOFOLLOW);
    try {
      await copyBytes(reader, writer, range);
    } finally {
      await writer.close();
    }
  } finally {
    await reader.close();
  }
  return range.end - range.begin;
}

/** @returns its bytes; undefined when its writer removed it meanwhile */
export async function copyWhole(source: string, target: string): Promise<number | undefined> {
  const reader = await openOriginal(source).catch(unlessMissing(undefined));
  if (!reader) return undefined;
  const draft = draftOf(target);
  try {
    const found = await reader.stat();
    if (!found.isFile()) return undefined;
    await rm(draft, { force: true });
    await writeDraft(reader, draft, found);
    await rename(draft, target);
    return found.size;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await reader.close();
  }
}

const draftOf = (target: string): string =>
  path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}`);

/** A draft of a backup: of this one, of one that runs beside it, or of one that was killed. */
export const isDraft = (name: string): boolean => /^\..+\.\d+$/.test(name);

/** As root: what is restored from the copy must be writable for the programs again. */
export async function keepOwner({ uid, gid }: Stats, target: FileHandle): Promise<void> {
  if (process.getuid?.() === 0) await target.chown(uid, gid);
}

const openOriginal = (source: string) => open(source, READ_MODE | O_NOFOLLOW);

async function writeDraft(reader: FileHandle, draft: string, found: Stats): Promise<void> {
  const writer = await open(draft, O_CREAT | O_EXCL | O_RDWR, 0o600);
  try {
    await copyBytes(reader, writer, { begin: 0, end: found.size });
    await keepOwner(found, writer);
    // a disk without modes has them from its mount
    await writer.chmod(found.mode & 0o777).catch(unlessForbidden);
    await writer.utimes(found.atime, found.mtime);
  } finally {
    await writer.close();
  }
}

function unlessForbidden(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPERM') throw error;
}

async function copyBytes(reader: FileHandle, writer: FileHandle, { begin, end }: Range) {
  for (let at = begin; at < end; ) {
    const wanted = Math.min(CHUNK, end - at);
    const { buffer, bytesRead } = await reader.read(Buffer.alloc(wanted), 0, wanted, at);
    if (bytesRead === 0) break;
    // a disk that fills up writes less: what is left is read and written again, or fails
    const { bytesWritten } = await writer.write(buffer, 0, bytesRead, at);
    at += bytesWritten;
  }
  await writer.sync();
}
