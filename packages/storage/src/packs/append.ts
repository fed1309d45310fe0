/**
 * Appends files to a pack of this process. Files that arrive during a write share the next one,
 * with one sync for all (group commit); there is no timer.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { batchedCall, oneTurn } from '@rafaga/runtime/concurrency';
import { keyOf } from './location.js';
import { createPackFile, type Pack, type PackWatch } from './packFile.js';
import { headOf } from './record.js';

/** Resolves with the file's key when it is on disk. */
export type Append = (name: string, content: Buffer, sha256: Buffer) => Promise<string>;

interface Item {
  name: string;
  head: Buffer;
  content: Buffer;
}

/** At this size a new pack is begun, and with each day. */
const MAX_PACK_BYTES = 64 * 1024 * 1024;
/** The kernel admits 1,024 buffers in one write, and a file has two. */
const MAX_BATCH = 512;

export interface AppenderOptions {
  /** A smaller size, for tests. */
  maxPackBytes?: number | undefined;
  watch?: PackWatch | undefined;
}

export function createAppender(
  root: string,
  { maxPackBytes = MAX_PACK_BYTES, watch }: AppenderOptions = {},
): Append {
  const packFile = createPackFile(root, maxPackBytes, watch);

  /** @returns undefined when what was written cannot be read: the pack is not in its place */
  async function appendTo(pack: Pack, items: Item[]): Promise<string[] | undefined> {
    const offset = pack.size;
    const bytes = await write(pack, items);
    pack.size += bytes;
    if (!(await packFile.isInPlace(pack))) return undefined;
    watch?.wrote(items.length, bytes);
    return keysOf(pack, offset, items);
  }

  async function appendAll(items: Item[]): Promise<string[]> {
    try {
      const keys = await appendTo(await packFile.open(), items);
      if (keys) return keys;
      await packFile.leave();
      const again = await appendTo(await packFile.open(), items);
      if (again) return again;
      throw new Error('the folder of the packs was removed or replaced twice');
    } catch (error) {
      // the pack may end with a part of the batch, so the next batch begins another pack
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
 * Waits while each turn of the event loop adds files, so that files of a busy process share a write
 * and a single file waits one turn.
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

// file descriptors, which are faster than FileHandle, for hundreds of writes a second
const writev = promisify(fs.writev);
const fdatasync = promisify(fs.fdatasync);
