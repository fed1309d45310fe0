/**
 * A folder store leaves no drafts, admits no path outside its root, and reads files of older
 * installations.
 */
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { createFolderStore } from './folder.js';

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
