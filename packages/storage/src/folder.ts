/**
 * Stores files in a folder: `put` appends to packs, `once` writes a file of its own; both resolve
 * when the file is on disk.
 */
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { checked, hashAndSize } from './content.js';
import { createFolderJournal } from './journal/folder.js';
import { createMutableFolder } from './mutable/folder.js';
import { createAppender } from './packs/append.js';
import { createFinder } from './packs/find.js';
import { listPacked } from './packs/list.js';
import { parseKey } from './packs/location.js';
import type { PackWatch } from './packs/packFile.js';
import { readPacked } from './packs/read.js';
import { probeFolder } from './probe.js';
import { READ_MODE } from './readMode.js';
import { withRestored } from './restored.js';
import { FileMissing, type FileStore } from './store.js';
import { writeOnce } from './writeOnce.js';
import { withZipEntries, type ZipEntryPlace } from './zipEntries.js';

export interface FolderOptions {
  /** Size in bytes at which a new pack is begun; default 64 MB. */
  maxPackBytes?: number;
  watchPacks?: ((content: PackContent) => PackWatch) | undefined;
}

/** What the files of a pack are. */
export type PackContent = 'documents' | 'pdfs';

/** PDFs have packs of their own, so that no file of the authority waits until they are written. */
const PDF = '.pdf';

/** @param folder created when it is missing */
export function createFolderStore(
  folder: string,
  { maxPackBytes, watchPacks }: FolderOptions = {},
): FileStore {
  const root = path.resolve(folder);
  const append = createAppender(root, { maxPackBytes, watch: watchPacks?.('documents') });
  const appendPdf = createAppender(root, { maxPackBytes, watch: watchPacks?.('pdfs') });
  const find = createFinder(root);
  const fileOf = (key: string) => {
    const file = path.resolve(root, key);
    if (!file.startsWith(root + path.sep)) throw new Error(`key outside the store: ${key}`);
    return file;
  };
  const store: FileStore = {
    find,
    list: (from) => listPacked(root, from),
    mutable: createMutableFolder(fileOf),
    journal: createFolderJournal(root, 'journal'),
    decisions: createFolderJournal(root, 'decisions'),
    probe: () => probeFolder(root),
    async put(name, content) {
      const { sha256, bytes } = hashAndSize(content);
      const pack = name.endsWith(PDF) ? appendPdf : append;
      return { objectKey: await pack(name, content, sha256), sha256, bytes };
    },
    async get(key, sha256) {
      const file = fileOf(key);
      const place = parseKey(key);
      if (place) return readPacked(root, place, sha256);
      const content = await readFile(file, { flag: READ_MODE }).catch(missing(key));
      return checked(key, content, sha256);
    },
    async once(key, make) {
      const content = await store.get(key).catch(async (error) => {
        if (!(error instanceof FileMissing)) throw error;
        const made = await make();
        // another process may have been first: then the file has its bytes
        return (await writeOnce(fileOf(key), made)) ? made : store.get(key);
      });
      return { objectKey: key, content, ...hashAndSize(content) };
    },
  };
  const readRange = (key: string, place: ZipEntryPlace) =>
    readPart(fileOf(key), place).catch(missing(key));
  return withZipEntries(withRestored(store), readRange);
}

/** There is nothing of this name, or a folder. */
const NO_FILE = ['ENOENT', 'EISDIR'];

const missing =
  (key: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw NO_FILE.includes(String(error.code)) ? new FileMissing(key) : error;
  };

async function readPart(file: string, { offset, length }: ZipEntryPlace): Promise<Buffer> {
  const handle = await open(file, READ_MODE);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
