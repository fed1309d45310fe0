import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { createFolderStore } from './folder.js';

const folder = () => mkdtempSync(path.join(tmpdir(), 'rafaga-'));
const bytes = Buffer.from('<Invoice/>');

test('no draft is left behind, and no key leads outside', async () => {
  const root = folder();
  const store = createFolderStore(root);
  await Promise.all(Array.from({ length: 5 }, () => store.put('d/x', bytes)));
  expect(readdirSync(path.join(root, 'd'))).toEqual(['x']);
  await expect(store.put('../x', bytes)).rejects.toThrow('outside');
});
