/**
 * What a pack holds, learnt by hopping from header to header, and read on from there when the pack
 * has grown.
 */
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { freshFlight, ttlCache } from '@rafaga/runtime/concurrency';
import { headerAt } from './record.js';

/** Sixteen bytes a record: thousands of documents may ask after an outage. */
export interface Contents {
  /** CRC-32 of each name, in the order in which they were put. */
  names: number[];
  offsets: number[];
  /** Where the next record would begin: all before it is known. */
  end: number;
}

/** Packs that are remembered; one of 64 MB costs a third of a megabyte. */
const REMEMBERED = 128;
const CHUNK = 1024 * 1024;

/** @returns what is in a pack of this size at least, as far as its records are whole */
export function createContents(): (file: string, size: number) => Promise<Contents> {
  const remembered = ttlCache<string, Contents>({ max: REMEMBERED });

  const readOn = freshFlight(async (file: string) => {
    const contents = remembered.get(file) ?? { names: [], offsets: [], end: 0 };
    await hopThrough(file, contents);
    return contents;
  });

  return async (file, size) => {
    const known = remembered.get(file);
    const contents = known && known.end >= size ? known : await readOn(file);
    remembered.set(file, contents);
    return contents;
  };
}

/** Stops where no whole record stands: the tail of a writer that died, or of one that is at it. */
async function hopThrough(file: string, contents: Contents): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const chunk = Buffer.allocUnsafe(CHUNK);
    let before = -1;
    while (contents.end > before && contents.end < size) {
      before = contents.end;
      const { bytesRead } = await handle.read(chunk, 0, CHUNK, before);
      hop(chunk.subarray(0, bytesRead), contents, size);
    }
  } finally {
    await handle.close();
  }
}

function hop(chunk: Buffer, contents: Contents, size: number): void {
  const begin = contents.end;
  for (;;) {
    const header = headerAt(chunk, contents.end - begin);
    if (!header || contents.end + header.end > size) return;
    contents.names.push(crc32(header.name));
    contents.offsets.push(contents.end);
    contents.end += header.end;
  }
}
