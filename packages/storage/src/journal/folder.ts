/** The journal of a folder: packs of its own, apart from those of the files, so that it is read without passing over them. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe } from '../content.js';
import { createAppender } from '../packs/append.js';
import { begunAt, PACKS } from '../packs/place.js';
import { headerAt } from '../packs/record.js';
import { limaDay } from '../store.js';
import { JOURNAL, type Journal } from './journal.js';

export function createFolderJournal(root: string): Journal {
  const place = path.join(root, JOURNAL);
  const append = createAppender(place);
  return {
    async append(content) {
      await append(randomUUID(), content, describe(content).sha256);
    },
    async *read(from) {
      for (const pack of await packsFrom(place, limaDay(from.getTime()))) yield* recordsOf(pack);
    },
  };
}

async function packsFrom(place: string, day: string): Promise<string[]> {
  const folder = path.join(place, PACKS);
  const days = (await namesIn(folder)).filter((name) => name >= day);
  const packs = days.map(async (each) => {
    const files = (await namesIn(path.join(folder, each))).filter((file) => begunAt(each, file) !== undefined);
    return files.map((file) => path.join(folder, each, file));
  });
  return (await Promise.all(packs)).flat();
}

const namesIn = async (folder: string): Promise<string[]> =>
  (
    await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return [];
    })
  ).sort();

/** A pack holds 64 MB at most. The tail of a writer that died is no record. */
async function* recordsOf(pack: string): AsyncGenerator<Buffer> {
  const bytes = await readFile(pack);
  let at = 0;
  for (let header = headerAt(bytes, at); header; header = headerAt(bytes, at)) {
    const content = bytes.subarray(at + header.start, at + header.end);
    if (content.length < header.end - header.start) return;
    if (describe(content).sha256.equals(header.sha256)) yield content;
    at += header.end;
  }
}
