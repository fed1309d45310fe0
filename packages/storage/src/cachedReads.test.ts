/** A store with cached reads caches a file at its second read, and gives only the wanted bytes. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { spoil } from '../testing/onDisk.js';
import { cacheReads } from './cachedReads.js';
import { hashAndSize } from './content.js';
import { createFolderStore } from './folder.js';
import { FileDamaged } from './store.js';
import { watchStore } from './watched.js';

/** A store on a folder of its own, and the keys that were read of it. */
function aStore() {
  const root = mkdtempSync(path.join(tmpdir(), 'rafaga-cached-'));
  const read: string[] = [];
  const folder = createFolderStore(root);
  const counted = {
    ...folder,
    get(key: string, sha256?: Buffer) {
      read.push(key);
      return folder.get(key, sha256);
    },
  };
  const watched = watchStore(counted, { damaged() {}, failed() {} });
  return { root, read, store: cacheReads(watched) };
}

const aFile = (bytes: number, fill = 'a') => Buffer.alloc(bytes, fill);

test('a file is cached when it is read for the second time', async () => {
  const { read, store } = aStore();
  const content = aFile(23_000);
  const { objectKey, sha256 } = await store.put('20123456786/a.pdf', content);
  for (let i = 0; i < 5; i++) expect(await store.get(objectKey, sha256)).toEqual(content);
  expect(read).toEqual([objectKey, objectKey]);
});

test('a file is read where the hash is not known, or is another', async () => {
  const { read, store } = aStore();
  const { objectKey, sha256 } = await store.put('20123456786/a.xml', aFile(100));
  for (let i = 0; i < 2; i++) await store.get(objectKey, sha256);
  await store.get(objectKey);
  const other = hashAndSize(aFile(100, 'b')).sha256;
  await expect(store.get(objectKey, other)).rejects.toThrow(FileDamaged);
  expect(read).toHaveLength(4);
});

test('a damaged file is not cached, and its repaired bytes are given', async () => {
  const { root, store } = aStore();
  const content = aFile(100);
  const { objectKey, sha256 } = await store.put('20123456786/a.xml', content);
  await spoil(root, objectKey, aFile(100, 'b'));
  for (let i = 0; i < 2; i++)
    await expect(store.get(objectKey, sha256)).rejects.toThrow(FileDamaged);
  expect(store.damagedFiles()).toEqual([objectKey]);
  await spoil(root, objectKey, content);
  expect(await store.get(objectKey, sha256)).toEqual(content);
  expect(store.damagedFiles()).toEqual([]);
});

test('a cached file is given after its damage, which is found where the disk is read', async () => {
  const { root, store } = aStore();
  const content = aFile(100);
  const { objectKey, sha256 } = await store.put('20123456786/a.xml', content);
  for (let i = 0; i < 2; i++) expect(await store.get(objectKey, sha256)).toEqual(content);
  await spoil(root, objectKey, aFile(100, 'b'));
  expect(await store.get(objectKey, sha256)).toEqual(content);
  await expect(store.get(objectKey)).rejects.toThrow(FileDamaged);
  expect(store.damagedFiles()).toEqual([objectKey]);
});

test('a large file is not cached, and many small ones take a bounded memory', async () => {
  const { read, store } = aStore();
  const large = await store.put('20123456786/large.pdf', aFile(100_000));
  for (let i = 0; i < 3; i++) await store.get(large.objectKey, large.sha256);
  expect(read).toHaveLength(3);
  const many = await Promise.all(
    Array.from({ length: 400 }, (_, i) => store.put(`20123456786/${i}.pdf`, aFile(50_000 + i))),
  );
  for (let i = 0; i < 2; i++)
    for (const { objectKey, sha256 } of many) await store.get(objectKey, sha256);
  read.length = 0;
  for (const { objectKey, sha256 } of many.toReversed()) await store.get(objectKey, sha256);
  const cached = many.length - read.length;
  expect(cached).toBeGreaterThan(250);
  expect(cached).toBeLessThan(320);
});
