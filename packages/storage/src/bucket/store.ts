/**
 * Stores files in an S3 bucket, each an object under its name, written on the condition that the
 * key is free (which AWS, MinIO, R2 and Ceph support): no object is ever overwritten.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { keyedLock } from '@rafaga/runtime/concurrency';
import { hashAndSize } from '../content.js';
import { createBucketJournal } from '../journal/bucket.js';
import type { MutableFiles } from '../mutable/mutable.js';
import { withRestored } from '../restored.js';
import { FileDamaged, type FileStore, limaDay, type Stored, withoutHash } from '../store.js';
import { withZipEntries } from '../zipEntries.js';
import { BOUNDS, type BucketBounds, lazyClient, type S3Config } from './client.js';
import { createObjects, type Objects } from './objects.js';

export type { S3Config } from './client.js';

/** How many folders are listed at the same time: a bucket takes tens of milliseconds for each. */
const LIST_TOGETHER = 32;

export function createS3Store(config: S3Config, bounds: BucketBounds = BOUNDS): FileStore {
  const objects = createObjects(config.bucket, lazyClient(config, bounds), bounds.listPages);
  // one writer of a key at a time in this process, even if the server ignores the condition
  const locked = keyedLock();
  const mutable: MutableFiles = {
    read: objects.find,
    write: objects.overwrite,
    list: objects.list,
    remove: objects.remove,
  };

  const store: FileStore = {
    list: (from, rucs) => listFiles(objects, from, rucs),
    mutable,
    journal: createBucketJournal(mutable, 'journal'),
    decisions: createBucketJournal(mutable, 'decisions'),
    get: objects.get,
    put: (name, content) => locked(name, () => put(objects, name, content)),
    once: (key, make) => locked(key, () => once(objects, key, make)),
    find: objects.find,
    async probe() {
      const key = `.probe/${randomUUID()}`;
      await objects.overwrite(key, Buffer.alloc(1));
      await objects.remove(key);
    },
  };
  return withZipEntries(withRestored(store), objects.getRange);
}

async function put(objects: Objects, name: string, content: Buffer): Promise<Stored> {
  const described = hashAndSize(content);
  for (const key of [name, keyOfOtherBytes(name, described.sha256)]) {
    const stored =
      (await objects.writeNew(key, content, described)) || (await objects.get(key)).equals(content);
    if (stored) return { objectKey: key, ...described };
  }
  throw new FileDamaged(name);
}

async function once(
  objects: Objects,
  key: string,
  make: () => Promise<Buffer>,
): Promise<Stored & { content: Buffer }> {
  const before = await objects.find(key);
  if (before) return { objectKey: key, content: before, ...hashAndSize(before) };
  const made = await make();
  const content = (await objects.writeNew(key, made)) ? made : await objects.get(key);
  return { objectKey: key, content, ...hashAndSize(content) };
}

/** A key with the hash, for other bytes under a name that has an object; see `withoutHash`. */
const keyOfOtherBytes = (name: string, sha256: Buffer) =>
  path.posix.join(
    path.posix.dirname(name),
    `${sha256.toString('hex').slice(0, 16)}-${path.posix.basename(name)}`,
  );

/** Lists the files by issuer and day, those with a hash last: each was put after another file. */
async function* listFiles(
  { list }: Objects,
  from: Date,
  rucs: readonly string[],
): AsyncGenerator<{ name: string; objectKey: string }> {
  const first = limaDay(from.getTime());
  for (const some of together(rucs)) {
    const days = some.map(async (ruc) =>
      (await list(ruc)).filter((day) => day >= first).map((day) => `${ruc}/${day}`),
    );
    for (const folders of together((await Promise.all(days)).flat())) {
      const listed = folders.map(async (folder) => inOrder(folder, await list(folder)));
      yield* (await Promise.all(listed)).flat();
    }
  }
}

function* together(folders: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < folders.length; at += LIST_TOGETHER)
    yield folders.slice(at, at + LIST_TOGETHER);
}

function inOrder(folder: string, files: readonly string[]): { name: string; objectKey: string }[] {
  const hasHash = (file: string) => Number(withoutHash(file) !== file);
  return files
    .toSorted((a, b) => hasHash(a) - hasHash(b))
    .map((file) => ({ name: `${folder}/${withoutHash(file)}`, objectKey: `${folder}/${file}` }));
}
