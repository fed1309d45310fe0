/**
 * Indexes the records of a pack by reading their headers, and continues when the pack has grown.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { freshFlight, ttlCache } from '@rafaga/runtime/concurrency';
import { READ_MODE } from '../readMode.js';
import { findRecord, headerAt, MAX_HEAD } from './record.js';

/** Takes sixteen bytes a record, because thousands may be looked up after an outage. */
export interface Contents {
  /** CRC-32 of each name, in the order of the records; NO_NAME for damaged bytes between two. */
  names: number[];
  offsets: number[];
  /** The offset of the next record; everything before it is indexed. */
  end: number;
}

const NO_NAME = -1;
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

/**
 * Goes on behind damaged bytes, and stops at an incomplete record, whose writer was killed or is
 * still writing.
 */
async function indexFile(file: string, contents: Contents): Promise<void> {
  const handle = await open(file, READ_MODE);
  try {
    const { size } = await handle.stat();
    const pack = { handle, size, chunk: Buffer.allocUnsafe(CHUNK) };
    while (contents.end < size) {
      const begin = contents.end;
      indexChunk(await chunkAt(pack, begin), contents, size);
      if (contents.end > begin) continue;
      const next = await nextRecord(pack, begin + 1);
      if (next === undefined) return;
      add(contents, NO_NAME, next - begin);
    }
  } finally {
    await handle.close();
  }
}

interface Pack {
  handle: FileHandle;
  size: number;
  chunk: Buffer;
}

async function chunkAt({ handle, chunk }: Pack, at: number): Promise<Buffer> {
  const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
  return chunk.subarray(0, bytesRead);
}

function indexChunk(chunk: Buffer, contents: Contents, size: number): void {
  const begin = contents.end;
  for (;;) {
    const header = headerAt(chunk, contents.end - begin);
    if (!header || contents.end + header.end > size) return;
    add(contents, crc32(header.name), header.end);
  }
}

function add(contents: Contents, name: number, length: number): void {
  contents.names.push(name);
  contents.offsets.push(contents.end);
  contents.end += length;
}

/** The offset of the next complete record; chunks overlap by what a header may take. */
async function nextRecord(pack: Pack, from: number): Promise<number | undefined> {
  for (let at = from; at < pack.size; at += CHUNK - MAX_HEAD) {
    const found = findRecord(await chunkAt(pack, at), 0, pack.size - at);
    if (found) return at + found.at;
  }
  return undefined;
}
