/**
 * Files in packs are read by key and found by name, and incomplete or damaged records are never
 * taken for files.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { waitFor } from '../../../../test/support/waitFor.js';
import { onDisk } from '../../testing/onDisk.js';
import { createFolderStore } from '../folder.js';
import { FileDamaged, FileMissing } from '../store.js';
import { headOf } from './record.js';

const aRoot = () => mkdtempSync(path.join(tmpdir(), 'rafaga-packs-'));
const bytes = Buffer.from('<Invoice/>');
const aName = () => `20123456786/2026-11-21/${randomUUID()}-x.xml`;
const NOW = { from: new Date(), to: new Date() };
/** The files below a folder that this process has open. */
const openBelow = (root: string) =>
  readdirSync('/proc/self/fd').filter((descriptor) => {
    const file = path.join('/proc/self/fd', descriptor);
    return existsSync(file) && readlinkSync(file).startsWith(root);
  }).length;
const packsIn = (root: string) =>
  readdirSync(path.join(root, 'packs')).flatMap((day) =>
    readdirSync(path.join(root, 'packs', day)).map((file) => path.join(root, 'packs', day, file)),
  );

test('files that are put at once share a pack, and any store reads each by key', async () => {
  const root = aRoot();
  const store = createFolderStore(root);
  const all = Array.from({ length: 1_500 }, (_, at) => ({
    name: aName(),
    content: randomBytes(at),
  }));
  const kept = await Promise.all(all.map(({ name, content }) => store.put(name, content)));
  expect(packsIn(root)).toHaveLength(1);
  expect(new Set(kept.map(({ objectKey }) => objectKey)).size).toBe(all.length);
  const other = createFolderStore(root);
  for (const [at, { objectKey, sha256 }] of kept.entries()) {
    expect(objectKey.endsWith(path.basename(all[at]?.name ?? ''))).toBe(true);
    expect((await other.get(objectKey, sha256)).equals(all[at]?.content as Buffer)).toBe(true);
  }
});

test('two stores write to different packs', async () => {
  const root = aRoot();
  await Promise.all(
    [createFolderStore(root), createFolderStore(root)].map((store) => store.put('x', bytes)),
  );
  expect(packsIn(root)).toHaveLength(2);
});

test('PDFs are in another pack than the files of the authority', async () => {
  const root = aRoot();
  const store = createFolderStore(root);
  const names = ['a.zip', 'b.pdf', 'c.zip', 'd.pdf'];
  const kept = await Promise.all(names.map((name) => store.put(name, bytes)));
  const [zip, pdf, ...others] = kept.map(({ objectKey }) => path.dirname(path.dirname(objectKey)));
  expect(pdf).not.toBe(zip);
  expect(others).toEqual([zip, pdf]);
});

test('a full pack never changes again, and the next file goes to another', async () => {
  const root = aRoot();
  const store = createFolderStore(root, { maxPackBytes: 100 });
  const first = await store.put('a', Buffer.alloc(200, 'a'));
  const before = readFileSync(onDisk(root, first.objectKey).file);
  const second = await store.put('b', Buffer.alloc(200, 'b'));
  expect(packsIn(root)).toHaveLength(2);
  expect(readFileSync(onDisk(root, first.objectKey).file).equals(before)).toBe(true);
  expect((await store.get(first.objectKey)).toString()).toBe('a'.repeat(200));
  expect((await store.get(second.objectKey)).toString()).toBe('b'.repeat(200));
});

test('a file beyond the end of a pack is missing, and a truncated one is damaged', async () => {
  const root = aRoot();
  const store = createFolderStore(root);
  const [first, second] = [await store.put('a', bytes), await store.put('b', bytes)];
  const { file, offset } = onDisk(root, second.objectKey);
  truncateSync(file, offset + 20);
  await expect(store.get(second.objectKey)).rejects.toThrow(FileDamaged);
  truncateSync(file, offset);
  await expect(store.get(second.objectKey)).rejects.toThrow(FileMissing);
  expect(await store.get(first.objectKey)).toEqual(bytes);
});

test('a pack that was replaced while it was open is read anew', async () => {
  const root = aRoot();
  const store = createFolderStore(root);
  const { objectKey } = await store.put('a', bytes);
  const { file } = onDisk(root, objectKey);
  const whole = readFileSync(file);
  const replace = (content: Buffer) => {
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
  };
  replace(Buffer.alloc(whole.length));
  await expect(store.get(objectKey)).rejects.toThrow(FileDamaged);
  replace(whole);
  expect(await store.get(objectKey)).toEqual(bytes);
  truncateSync(file, 0);
  await expect(store.get(objectKey)).rejects.toThrow(FileMissing);
  replace(whole);
  const all = await Promise.all(Array.from({ length: 20 }, () => store.get(objectKey)));
  expect(all.every((content) => content.equals(bytes))).toBe(true);
});

test.each([
  ['removed', (root: string) => rmSync(root, { recursive: true })],
  [
    'replaced by a copy',
    (root: string) => {
      renameSync(root, `${root}-before`);
      cpSync(`${root}-before`, root, { recursive: true });
    },
  ],
])('a file is not written to a pack whose folder was %s', async (_what, change) => {
  const root = aRoot();
  const store = createFolderStore(root);
  await store.put(aName(), bytes);
  change(root);
  const { objectKey, sha256 } = await store.put(aName(), bytes);
  expect(await createFolderStore(root).get(objectKey, sha256)).toEqual(bytes);
  const next = await store.put(aName(), bytes);
  expect(path.dirname(path.dirname(next.objectKey))).toBe(path.dirname(path.dirname(objectKey)));
});

test('few packs stay open, and none that is not read', async () => {
  const root = aRoot();
  const store = createFolderStore(root, { maxPackBytes: 1 });
  const names = Array.from({ length: 200 }, aName);
  const kept = [];
  for (const name of names) kept.push(await store.put(name, bytes));
  // one after another, so that few are being closed at a time
  for (const { objectKey } of kept) await store.get(objectKey);
  expect(openBelow(root)).toBeLessThan(100);
  await waitFor('the packs are closed', () => openBelow(root) <= 1);
});

test('a key with a wrong offset, length or name gives no bytes', async () => {
  const store = createFolderStore(aRoot());
  await store.put('a', bytes);
  const { objectKey } = await store.put('b', bytes);
  const beside = [
    objectKey.replace(/\/(\d+)\+/, '/1+'),
    objectKey.replace(/\+\d+/, '+9'),
    objectKey.replace(/b$/, 'a'),
  ];
  for (const key of beside) await expect(store.get(key)).rejects.toThrow(FileDamaged);
});

test('a failed write rejects, and the next file is stored once writes succeed', async () => {
  const root = aRoot();
  writeFileSync(path.join(root, 'packs'), 'in the way');
  const store = createFolderStore(root);
  const refused = await Promise.allSettled([store.put('a', bytes), store.put('b', bytes)]);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  rmSync(path.join(root, 'packs'));
  const { objectKey } = await store.put('c', bytes);
  expect(await store.get(objectKey)).toEqual(bytes);
});

test('the newest file of a name is found by any store, also while files are put', async () => {
  const root = aRoot();
  const [store, other] = [
    createFolderStore(root, { maxPackBytes: 4_000 }),
    createFolderStore(root),
  ];
  const names = Array.from({ length: 40 }, aName);
  for (const name of names) await other.put(name, Buffer.from(`older ${name}`));
  expect(await store.find(names[3] as string, NOW)).toEqual(Buffer.from(`older ${names[3]}`));
  // older by more than the resolution of the file system's times
  for (const pack of packsIn(root))
    utimesSync(pack, Date.now() / 1000 - 60, Date.now() / 1000 - 60);
  for (const name of names) await store.put(name, Buffer.from(name.repeat(3)));
  const found = await Promise.all(names.map((name) => store.find(name, NOW)));
  expect(found.map(String)).toEqual(names.map((name) => name.repeat(3)));
  expect(await store.find(aName(), NOW)).toBeUndefined();
});

test('only packs that were written in the time range are read', async () => {
  const root = aRoot();
  const store = createFolderStore(root);
  await store.put('a/x', bytes);
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
  expect(await store.find('a/x', { from: hours(-30), to: hours(0) })).toEqual(bytes);
  expect(await store.find('a/x', { from: hours(-30), to: hours(-2) })).toBeUndefined();
  expect(await store.find('a/x', { from: hours(2), to: hours(3) })).toBeUndefined();
  expect(await createFolderStore(aRoot()).find('a/x', NOW)).toBeUndefined();
});

test('an incomplete tail of a pack is not a file and hides none', async () => {
  const whole = Buffer.concat([headOf('a/torn', bytes, randomBytes(32)), bytes]);
  const tails = [
    whole.subarray(0, 30),
    whole.subarray(0, -1),
    whole,
    Buffer.alloc(5_000),
    randomBytes(5_000),
  ];
  for (const tail of tails) {
    const root = aRoot();
    const store = createFolderStore(root);
    const { objectKey } = await store.put('a/x', bytes);
    appendFileSync(onDisk(root, objectKey).file, tail);
    const next = createFolderStore(root);
    expect(await next.find('a/torn', NOW)).toBeUndefined();
    expect(await next.find('a/x', NOW)).toEqual(bytes);
    expect(await next.get(objectKey)).toEqual(bytes);
    expect(await next.get((await next.put('a/y', bytes)).objectKey)).toEqual(bytes);
  }
});

test.each([200, 1_050_000, 3_500_000])(
  'a damaged header before %d bytes hides its file alone',
  async (size) => {
    const root = aRoot();
    const store = createFolderStore(root);
    const [before, damaged, behind] = [aName(), aName(), aName()];
    await store.put(before, bytes);
    const { objectKey } = await store.put(damaged, randomBytes(size));
    await store.put(behind, bytes);
    const { file, offset } = onDisk(root, objectKey);
    const pack = readFileSync(file);
    pack.writeUInt8((pack[offset + 4] as number) ^ 1, offset + 4);
    writeFileSync(file, pack);
    const next = createFolderStore(root);
    expect(await next.find(before, NOW)).toEqual(bytes);
    expect(await next.find(damaged, NOW)).toBeUndefined();
    expect(await next.find(behind, NOW)).toEqual(bytes);
  },
);

test('a file larger than one read of a pack is skipped correctly', async () => {
  const root = aRoot();
  const store = createFolderStore(root);
  await store.put('a/large', randomBytes(3_500_000));
  await store.put('a/small', bytes);
  expect(await createFolderStore(root).find('a/small', NOW)).toEqual(bytes);
});
