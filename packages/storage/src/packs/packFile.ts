/**
 * The pack that this process appends to: begun when it is needed, left when it is full, of another
 * day, or after a failed write.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolder, syncFolder } from '../durable.js';
import { limaDay } from '../store.js';
import { newPack } from './location.js';

/** An open pack. No other process writes to it. */
export interface Pack {
  /** Below the root. */
  path: string;
  day: string;
  descriptor: number;
  size: number;
}

export interface PackFile {
  /** The pack to append to now. */
  open(): Promise<Pack>;
  /** The next `open` begins another pack. */
  leave(): Promise<void>;
}

/** @param maxSize bytes after which a pack is left for good */
export function createPackFile(root: string, maxSize: number): PackFile {
  let current: Pack | undefined;

  async function open(): Promise<Pack> {
    const day = limaDay(Date.now());
    if (current && (current.size >= maxSize || current.day !== day)) await leave();
    current ??= await begin(root, day);
    return current;
  }

  async function leave(): Promise<void> {
    const left = current;
    current = undefined;
    if (!left) return;
    // everything that was acknowledged is on the disk already
    await close(left.descriptor).catch(() => undefined);
    // a full disk that is tried again and again must not fill with empty packs too
    if (left.size === 0) await unlink(path.join(root, left.path)).catch(() => undefined);
  }

  return { open, leave };
}

/**
 * A new pack survives a power cut only when its folders are synced, and another process that made
 * them may not have synced them yet.
 */
async function begin(root: string, day: string): Promise<Pack> {
  const pack = newPack(Date.now());
  const file = path.join(root, pack);
  const folder = path.dirname(file);
  await makeFolder(folder);
  const descriptor = await openFile(file, 'wx', 0o640);
  try {
    for (let each = folder; each.length >= root.length; each = path.dirname(each))
      await syncFolder(each);
  } catch (error) {
    await close(descriptor);
    throw error;
  }
  return { path: pack, day, descriptor, size: 0 };
}

// plain descriptors: packs are written to hundreds of times a second
const openFile = promisify(fs.open);
const close = promisify(fs.close);
const unlink = promisify(fs.unlink);
