/**
 * The pack to which this process appends: begun when it is needed, and left when it is full, of
 * another day, or after a failed write.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolder, syncFolder } from '../durable.js';
import { limaDay } from '../store.js';
import { unlessMissing } from '../unlessMissing.js';
import { newPack } from './location.js';

/** An open pack, which only this process writes. */
export interface Pack {
  /** Its path below the root. */
  path: string;
  day: string;
  descriptor: number;
  size: number;
}

/** Is told what becomes of the packs of an appender. */
export interface PackWatch {
  begun(): void;
  wrote(entries: number, bytes: number): void;
  /** Nothing more is appended to the pack. */
  left(): void;
}

export interface PackFile {
  /** The pack to append to now. */
  open(): Promise<Pack>;
  /** Closes the pack, so that the next `open` begins another. */
  leave(): Promise<void>;
  /** Whether its path leads to what was written: its folder may have been removed or replaced. */
  isInPlace(pack: Pack): Promise<boolean>;
}

/** @param maxSize size in bytes at which a new pack is begun */
export function createPackFile(root: string, maxSize: number, watch?: PackWatch): PackFile {
  let current: Pack | undefined;

  async function open(): Promise<Pack> {
    const day = limaDay(Date.now());
    if (current && (current.size >= maxSize || current.day !== day)) await leave();
    if (current) return current;
    current = await begin(root, day);
    watch?.begun();
    return current;
  }

  async function leave(): Promise<void> {
    const left = current;
    current = undefined;
    if (!left) return;
    watch?.left();
    // every acknowledged file is on disk already
    await close(left.descriptor).catch(() => undefined);
    // repeated attempts on a full disk must leave no empty packs
    if (left.size === 0) await unlink(path.join(root, left.path)).catch(() => undefined);
  }

  async function isInPlace(pack: Pack): Promise<boolean> {
    // by its size: a copy in its place lacks what was just written, and an inode has not the same
    // number on every network file system
    const found = await stat(path.join(root, pack.path)).catch(unlessMissing(undefined));
    return found !== undefined && found.size >= pack.size;
  }

  return { open, leave, isInPlace };
}

/** Creates a pack and syncs its folders, even those that another process has just made. */
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

// file descriptors, which are faster than FileHandle, for hundreds of writes a second
const openFile = promisify(fs.open);
const close = promisify(fs.close);
const unlink = promisify(fs.unlink);
const stat = promisify(fs.stat);
