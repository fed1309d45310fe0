/**
 * Appends files to a pack that nobody else writes to: what is put while a write is under way goes
 * together in the next, one write and one sync for all, and no timer.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolder, syncFolder } from '../durable.js';
import { limaDay } from '../store.js';
import { keyOf, newPack } from './location.js';
import { headOf } from './record.js';

/** Says where it rests, once it is on the disk. */
export type Append = (name: string, content: Buffer, sha256: Buffer) => Promise<string>;

interface Waiting {
  name: string;
  head: Buffer;
  content: Buffer;
  resolve(key: string): void;
  reject(error: unknown): void;
}

interface Pack {
  /** Below the root. */
  path: string;
  day: string;
  descriptor: number;
  size: number;
}

/** A pack that has grown so much is left for good, and so is that of yesterday. */
const FULL = 64 * 1024 * 1024;
/** The kernel takes 1,024 pieces in one write. */
const MOST = 512;

/** @param full where another than the usual size is wanted */
export function createAppender(root: string, full = FULL): Append {
  const waiting: Waiting[] = [];
  let writing = false;
  let current: Pack | undefined;

  async function writeAll(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      await grown();
      await writeGroup(waiting.splice(0, MOST));
    }
    writing = false;
  }

  /**
   * As long as each turn of the event loop brings more: no time at all for one that is alone, and
   * what a busy process has at once goes together.
   */
  async function grown(): Promise<void> {
    for (let before = 0; waiting.length > before && waiting.length < MOST; ) {
      before = waiting.length;
      await new Promise(setImmediate);
    }
  }

  async function writeGroup(group: Waiting[]): Promise<void> {
    try {
      const pack = await open();
      const first = pack.size;
      pack.size += await append(pack, group);
      let offset = first;
      for (const { name, head, content, resolve } of group) {
        const length = head.length + content.length;
        resolve(keyOf({ pack: pack.path, offset, length, name: path.posix.basename(name) }));
        offset += length;
      }
    } catch (error) {
      // nobody knows how far it came: what is there is left as it is, and the next begins another
      // pack
      await leave();
      for (const { reject } of group) reject(error);
    }
  }

  async function open(): Promise<Pack> {
    const day = limaDay(Date.now());
    if (current && (current.size >= full || current.day !== day)) await leave();
    current ??= await begin(root, day);
    return current;
  }

  async function leave(): Promise<void> {
    const left = current;
    current = undefined;
    if (!left) return;
    // what was acknowledged is on the disk already
    await close(left.descriptor).catch(() => undefined);
    // a full disk, tried again and again, shall not be littered too
    if (left.size === 0) await unlink(path.join(root, left.path)).catch(() => undefined);
  }

  return (name, content, sha256) =>
    new Promise((resolve, reject) => {
      waiting.push({ name, head: headOf(name, content, sha256), content, resolve, reject });
      if (!writing) void writeAll();
    });
}

/**
 * A new pack is on the disk only when its folders are, and whoever made those may not have come so
 * far.
 */
async function begin(root: string, day: string): Promise<Pack> {
  const pack = newPack(Date.now());
  const file = path.join(root, pack);
  await makeFolder(path.dirname(file));
  const descriptor = await openFile(file, 'wx', 0o640);
  try {
    for (
      let folder = path.dirname(file);
      folder.length >= root.length;
      folder = path.dirname(folder)
    )
      await syncFolder(folder);
  } catch (error) {
    await close(descriptor);
    throw error;
  }
  return { path: pack, day, descriptor, size: 0 };
}

async function append({ descriptor, size }: Pack, group: Waiting[]): Promise<number> {
  const pieces = group.flatMap(({ head, content }) => [head, content]);
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await writev(descriptor, pieces, size);
  if (bytesWritten !== bytes)
    throw new Error(`only ${bytesWritten} of ${bytes} bytes could be written`);
  await fdatasync(descriptor);
  return bytes;
}

// plain descriptors: this is done hundreds of times a second
const openFile = promisify(fs.open);
const writev = promisify(fs.writev);
const fdatasync = promisify(fs.fdatasync);
const close = promisify(fs.close);
const unlink = promisify(fs.unlink);
