/** A watched store reports damaged files and failed writes. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import { spoil } from '../testing/onDisk.js';
import { createFolderStore } from './folder.js';
import { FileDamaged, FileMissing, type FileStore } from './store.js';
import { watchStore } from './watched.js';

const bytes = Buffer.from('<Invoice/>');

/** A store on a folder of its own, and its reports. */
function aStore(root = mkdtempSync(path.join(tmpdir(), 'rafaga-'))) {
  const reported: string[] = [];
  const watch = {
    damaged: (key: string) => reported.push(`damaged ${key}`),
    failed: (error: Error) => reported.push(`failed ${error.message}`),
  };
  return { root, reported, store: watchStore(createFolderStore(root), watch) };
}

afterEach(() => {
  jest.useRealTimers();
});

test('a damaged file is reported once, and listed until it is repaired', async () => {
  const { root, reported, store } = aStore();
  const { objectKey, sha256 } = await store.put(`20123456786/${randomUUID()}/x.xml`, bytes);
  await spoil(root, objectKey, Buffer.from('<Invoicf/>'));
  for (let i = 0; i < 5; i++)
    await expect(store.get(objectKey, sha256)).rejects.toThrow(FileDamaged);
  await store.recheck();
  expect(reported).toEqual([`damaged ${objectKey}`]);
  expect(store.damagedFiles()).toEqual([objectKey]);
  await spoil(root, objectKey, bytes);
  await store.recheck();
  expect(store.damagedFiles()).toEqual([]);
});

test('a stored file that is gone is reported and listed until it is back', async () => {
  const { root, reported, store } = aStore();
  const key = `20123456786/${randomUUID()}/x.xml`;
  const { objectKey, sha256 } = await store.once(key, async () => bytes);
  rmSync(path.join(root, objectKey));
  await expect(store.get(objectKey)).rejects.toThrow(FileMissing);
  expect(store.damagedFiles()).toEqual([]);
  await expect(store.get(objectKey, sha256)).rejects.toThrow(FileMissing);
  expect([reported, store.damagedFiles()]).toEqual([[`damaged ${objectKey}`], [objectKey]]);
  writeFileSync(path.join(root, objectKey), bytes);
  await store.recheck();
  expect(store.damagedFiles()).toEqual([]);
});

test('of many missing files in a slow store each look reads some, all in turn', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  const read: string[] = [];
  const slow = {
    async get(key: string): Promise<Buffer> {
      read.push(key);
      await new Promise((resolve) => setTimeout(resolve, 700));
      throw new FileMissing(key);
    },
  } as unknown as FileStore;
  const store = watchStore(slow, { damaged: () => undefined, failed: () => undefined });
  const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const finished = async (work: Promise<unknown>) => {
    const ended = jest.fn();
    void work.then(ended, ended);
    while (ended.mock.calls.length === 0) await jest.advanceTimersByTimeAsync(100);
  };
  for (const key of keys) await finished(store.get(key, Buffer.alloc(32)));
  read.length = 0;
  const began = performance.now();
  await finished(store.recheck());
  expect(performance.now() - began).toBeLessThan(3_000);
  await finished(store.recheck());
  await finished(store.recheck());
  expect(read).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'a', 'b']);
  expect(store.damagedFiles()).toHaveLength(keys.length);
});

test('a failed write is reported and rejects', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'rafaga-')), 'no-folder');
  writeFileSync(file, '');
  const { reported, store } = aStore(file);
  await expect(store.put('20123456786/x.xml', bytes)).rejects.toThrow();
  await expect(store.once('20123456786/y.xml', async () => bytes)).rejects.toThrow();
  expect(reported).toEqual([
    expect.stringMatching(/^failed E/),
    expect.stringMatching(/^failed E/),
  ]);
});
