import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { createFolderStore } from './folder.js';
import { FileConflict, FileMissing, objectKey } from './store.js';

const folder = () => mkdtempSync(path.join(tmpdir(), 'rafaga-'));
const bytes = Buffer.from('<Invoice/>');

test('what was put comes back byte for byte, with its hash', async () => {
  const store = createFolderStore(folder());
  const stored = await store.put('a/b/x.xml', bytes);
  expect(stored).toEqual({ sha256: createHash('sha256').update(bytes).digest(), bytes: 10 });
  expect(await store.get('a/b/x.xml')).toEqual(bytes);
});

test('the same bytes again are no error; other bytes are refused and change nothing', async () => {
  const store = createFolderStore(folder());
  await store.put('x', bytes);
  await store.put('x', bytes);
  await expect(store.put('x', Buffer.from('other'))).rejects.toThrow(FileConflict);
  expect(await store.get('x')).toEqual(bytes);
});

test('a file that is not there says so', async () => {
  await expect(createFolderStore(folder()).get('x')).rejects.toThrow(FileMissing);
});

test('once keeps the first result, however many make it at the same time', async () => {
  const root = folder();
  const makers = Array.from({ length: 20 }, (_, i) => createFolderStore(root).once('x', async () => Buffer.from(`maker ${i}`)));
  const results = await Promise.all(makers);
  expect(new Set(results.map(({ content }) => content.toString())).size).toBe(1);
  expect(await createFolderStore(root).once('x', async () => Promise.reject(new Error('not asked')))).toEqual(results[0]);
});

test('no draft is left behind, and no key leads outside', async () => {
  const root = folder();
  const store = createFolderStore(root);
  await Promise.all(Array.from({ length: 5 }, () => store.put('d/x', bytes)));
  expect(readdirSync(path.join(root, 'd'))).toEqual(['x']);
  await expect(store.put('../x', bytes)).rejects.toThrow('outside');
});

test('a key names the issuer, two folders of the fan-out, the document and the file', () => {
  expect(objectKey({ ruc: '20123456786', id: 93_381_229_489_233 }, 'x.xml')).toBe('20123456786/233/489/93381229489233/x.xml');
  expect(objectKey({ ruc: '20123456786', id: 42 }, 'x.xml')).toBe('20123456786/042/000/42/x.xml');
});
