/**
 * Opens a pack once for all that read it within a second: opening and closing cost more than the
 * reading of one file.
 */
import * as fs from 'node:fs';
import { promisify } from 'node:util';
import { READ_MODE } from '../readMode.js';

interface OpenPack {
  file: string;
  descriptor: Promise<number>;
  readers: number;
  /** Closes it when it has had no reader for a time. */
  closing?: NodeJS.Timeout;
}

/** How long a pack stays open without a reader. */
const KEPT_MS = 1_000;
/** Limit of open packs without a reader. */
const MAX_KEPT = 32;

/** By the path of the file. */
const shared = new Map<string, OpenPack>();
/** Those without a reader, the longest unread first. */
const unread = new Set<OpenPack>();

// file descriptors, which take half the time of FileHandle
const open = promisify(fs.open);
const close = promisify(fs.close);

/**
 * @param read fails when the bytes are not what it looks for. In a pack that was open before it
 * may have been replaced or have become unreadable, so that it is opened anew and read once more.
 */
export async function withPack<T>(
  file: string,
  read: (descriptor: number) => Promise<T>,
): Promise<T> {
  const known = shared.get(file);
  if (!known) return readFrom(share(file), read);
  return readFrom(known, read).catch(() => readFrom(shared.get(file) ?? share(file), read));
}

function share(file: string): OpenPack {
  const pack = { file, descriptor: open(file, READ_MODE), readers: 0 };
  shared.set(file, pack);
  return pack;
}

async function readFrom<T>(pack: OpenPack, read: (descriptor: number) => Promise<T>): Promise<T> {
  unread.delete(pack);
  pack.readers += 1;
  try {
    return await read(await pack.descriptor);
  } catch (error) {
    unshare(pack);
    throw error;
  } finally {
    pack.readers -= 1;
    if (pack.readers === 0) keepOrClose(pack);
  }
}

function unshare(pack: OpenPack): void {
  if (shared.get(pack.file) === pack) shared.delete(pack.file);
}

function keepOrClose(pack: OpenPack): void {
  if (shared.get(pack.file) !== pack) {
    leave(pack);
    return;
  }
  unread.add(pack);
  pack.closing ??= setTimeout(() => {
    if (unread.has(pack)) leave(pack);
  }, KEPT_MS).unref();
  pack.closing.refresh();
  const [longest] = unread;
  if (longest && unread.size > MAX_KEPT) leave(longest);
}

function leave(pack: OpenPack): void {
  unshare(pack);
  unread.delete(pack);
  clearTimeout(pack.closing);
  pack.descriptor.then(close).catch(() => undefined);
}
