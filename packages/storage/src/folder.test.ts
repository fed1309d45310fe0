/**
 * A folder store leaves no drafts, admits no path outside its root, and reads files of older
 * installations.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { createFolderStore } from './folder.js';
import { FileDamaged, FileMissing } from './store.js';

const folder = () => mkdtempSync(path.join(tmpdir(), 'rafaga-'));
const bytes = Buffer.from('<Invoice/>');

test('no draft file is left, and a key outside the store is refused', async () => {
  const root = folder();
  const store = createFolderStore(root);
  await Promise.all(Array.from({ length: 5 }, () => store.once('d/x', async () => bytes)));
  expect(readdirSync(path.join(root, 'd'))).toEqual(['x']);
  for (const key of ['../x', 'd/../../x']) await expect(store.get(key)).rejects.toThrow('outside');
  await expect(store.once('../x', async () => bytes)).rejects.toThrow('outside');
});

test('a file of an older installation, outside the packs, is read by its name', async () => {
  const root = folder();
  mkdirSync(path.join(root, '20123456786/2026-11-21'), { recursive: true });
  writeFileSync(path.join(root, '20123456786/2026-11-21/5-x.xml'), bytes);
  expect(await createFolderStore(root).get('20123456786/2026-11-21/5-x.xml')).toEqual(bytes);
});

test('what is no file under the name of one holds no read up', async () => {
  const root = folder();
  const store = createFolderStore(root);
  const { objectKey } = await store.put('20123456786/2026-11-21/5-x.xml', bytes);
  const fifo = (name: string) => execFileSync('mkfifo', [path.join(root, name)]);
  const pack = /^.+(?=\.pack)/.exec(objectKey)?.[0];
  fifo(`${pack}0.pack`);
  mkdirSync(path.join(root, `${pack}1.pack`));
  symlinkSync('/nowhere', path.join(root, `${pack}2.pack`));
  writeFileSync(path.join(root, 'packs', 'a file'), '');
  // more than the threads that read files
  const names = Array.from({ length: 5 }, (_, index) => `fifo${index}`);
  for (const name of names) fifo(name);
  for (const name of names)
    await expect(store.get(name, Buffer.alloc(32))).rejects.toThrow(FileDamaged);
  await expect(store.get('packs')).rejects.toThrow(FileMissing);

  const listed: string[] = [];
  for await (const { name } of store.list(new Date(0), [])) listed.push(name);
  expect(listed).toEqual(['20123456786/2026-11-21/5-x.xml']);
  const within = { from: new Date(Date.now() - 1_000), to: new Date() };
  expect(await store.find('20123456786/2026-11-21/6-x.xml', within)).toBeUndefined();
  expect(await store.find('20123456786/2026-11-21/5-x.xml', within)).toEqual(bytes);
});
