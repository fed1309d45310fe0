/** The journal in a folder: packs of its own, which are read without those of the files. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { hashAndSize } from '../content.js';
import { createAppender } from '../packs/append.js';
import { packsFrom } from '../packs/list.js';
import { recordsOf } from '../packs/record.js';
import { READ_MODE } from '../readMode.js';
import { limaDay } from '../store.js';
import type { Journal, JournalFolder } from './journal.js';

export function createFolderJournal(root: string, folder: JournalFolder): Journal {
  const place = path.join(root, folder);
  const append = createAppender(place);
  return {
    async append(content) {
      await append(randomUUID(), content, hashAndSize(content).sha256);
    },
    async *read(from) {
      for (const pack of await packsFrom(place, limaDay(from.getTime())))
        yield* contentsOf(await readFile(path.join(place, pack), { flag: READ_MODE }));
    },
  };
}

/** The content of the records of a pack (64 MB at most), without an incomplete or damaged one. */
function* contentsOf(pack: Buffer): Generator<Buffer> {
  for (const { at, header } of recordsOf(pack)) {
    const content = pack.subarray(at + header.start, at + header.end);
    if (hashAndSize(content).sha256.equals(header.sha256)) yield content;
  }
}
