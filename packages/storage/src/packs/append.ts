/**
 * Appends files to a pack that no other process writes to: files that arrive during one write go
 * together with the next, one write and one sync for all, and there is no timer.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { batchedCall, oneTurn } from '@rafaga/runtime/concurrency';
import { keyOf } from './location.js';
import { createPackFile, type Pack } from './packFile.js';
import { headOf } from './record.js';

/** Gives the file's key, once it is on the disk. */
export type Append = (name: string, content: Buffer, sha256: Buffer) => Promise<string>;

interface Item {
  name: string;
  head: Buffer;
  content: Buffer;
}

/** A pack that has grown to this is left for good, and so is that of yesterday. */
const MAX_PACK_BYTES = 64 * 1024 * 1024;
/** The kernel takes 1,024 pieces in one write, and a file is two. */
const MAX_BATCH = 512;

/** @param maxPackBytes in place of the usual size, for tests */
export function createAppender(root: string, maxPackBytes = MAX_PACK_BYTES): Append {
  const packFile = createPackFile(root, maxPackBytes);

  async function appendAll(items: Item[]): Promise<string[]> {
    try {
      const pack = await packFile.open();
      const offset = pack.size;
      pack.size += await write(pack, items);
      return keysOf(pack, offset, items);
    } catch (error) {
      // how far the write came is unknown: the pack stays as it is, and the next batch begins
      // another one
      await packFile.leave();
      throw error;
    }
  }

  const append = batchedCall<Item, string>({
    run: appendAll,
    maxBatch: MAX_BATCH,
    beforeEach: whileGrowing,
  });
  return (name, content, sha256) => append({ name, head: headOf(name, content, sha256), content });
}

/**
 * Waits as long as each turn of the event loop brings more: one turn for a file that is alone, and
 * the files that a busy process has at once go together.
 */
async function whileGrowing(waiting: () => number): Promise<void> {
  for (let before = 0; waiting() > before && waiting() < MAX_BATCH; ) {
    before = waiting();
    await oneTurn();
  }
}

async function write({ descriptor, size }: Pack, items: Item[]): Promise<number> {
  const pieces = items.flatMap(({ head, content }) => [head, content]);
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await writev(descriptor, pieces, size);
  if (bytesWritten !== bytes)
    throw new Error(`only ${bytesWritten} of ${bytes} bytes could be written`);
  await fdatasync(descriptor);
  return bytes;
}

function keysOf(pack: Pack, first: number, items: readonly Item[]): string[] {
  let offset = first;
  return items.map(({ name, head, content }) => {
    const length = head.length + content.length;
    const key = keyOf({ pack: pack.path, offset, length, name: path.posix.basename(name) });
    offset += length;
    return key;
  });
}

// plain descriptors: this is done hundreds of times a second
const writev = promisify(fs.writev);
const fdatasync = promisify(fs.fdatasync);
