/**
 * Indexes the records of a pack by reading their headers, and continues when the pack has grown.
 */
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { freshFlight, ttlCache } from '@rafaga/runtime/concurrency';
import { READ_MODE } from '../readMode.js';
import { headerAt } from './record.js';

/** Takes sixteen bytes a record, because thousands may be looked up after an outage. */
export interface Contents {
  /** CRC-32 of each name, in the order of the records. */
  names: number[];
  offsets: number[];
  /** The offset of the next record; everything before it is indexed. */
  end: number;
}

/** Limit of cached indexes; that of a 64 MB pack takes a third of a megabyte. */
const MAX_CACHED = 128;
const CHUNK = 1024 * 1024;

/** @returns an index of the complete records of a pack, at least up to the given size */
export function createContents(): (file: string, size: number) => Promise<Contents> {
  const cached = ttlCache<string, Contents>({ max: MAX_CACHED });

  const readOn = freshFlight(async (file: string) => {
    const contents = cached.get(file) ?? { names: [], offsets: [], end: 0 };
    await indexFile(file, contents);
    return contents;
  });

  return async (file, size) => {
    const known = cached.get(file);
    const contents = known && known.end >= size ? known : await readOn(file);
    cached.set(file, contents);
    return contents;
  };
}

/** Stops at an incomplete record, whose writer was killed or is still writing. */
async function indexFile(file: string, contents: Contents): Promise<void> {
  const handle = await open(file, READ_MODE);
  try {
    const { size } = await handle.stat();
    const chunk = Buffer.allocUnsafe(CHUNK);
    let before = -1;
    while (contents.end > before && contents.end < size) {
      before = contents.end;
      const { bytesRead } = await handle.read(chunk, 0, CHUNK, before);
      indexChunk(chunk.subarray(0, bytesRead), contents, size);
    }
  } finally {
    await handle.close();
  }
}

function indexChunk(chunk: Buffer, contents: Contents, size: number): void {
  const begin = contents.end;
  for (;;) {
    const header = headerAt(chunk, contents.end - begin);
    if (!header || contents.end + header.end > size) return;
    contents.names.push(crc32(header.name));
    contents.offsets.push(contents.end);
    contents.end += header.end;
  }
}
