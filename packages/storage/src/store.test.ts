/**
 * A folder and a bucket behave alike: files are read back by key, never overwritten, and checked
 * by their hash.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aBucket, type Bucket } from '../testing/bucket.js';
import { spoil } from '../testing/onDisk.js';
import { createS3Store } from './bucket/store.js';
import { createFolderStore } from './folder.js';
import { openStore } from './open.js';
import { restoreFile } from './restored.js';
import { FileDamaged, FileMissing, type FileStore, objectKey, type Stored } from './store.js';
import { zipEntryKey } from './zipEntries.js';

const bytes = Buffer.from('<Invoice/>');
const sha256 = createHash('sha256').update(bytes).digest();
/** A zip of one entry, without the directory, which is not read. */
function aZip(content: Buffer): Buffer {
  const [deflated, header] = [deflateRawSync(content), Buffer.alloc(30)];
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt32LE(crc32(content), 14);
  header.writeUInt32LE(deflated.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(5, 26);
  return Buffer.concat([header, Buffer.from('x.xml'), deflated]);
}
/** All tests share a bucket, so each has keys of its own. */
const aKey = () => `20123456786/${randomUUID()}/x.xml`;

/** A place of files; two stores that are opened on it act as two processes. */
interface Place {
  open(): FileStore;
  spoil(key: string, content: Buffer): Promise<void>;
}

const root = mkdtempSync(path.join(tmpdir(), 'rafaga-'));
const buckets: Record<'plain' | 'conditional', Bucket | undefined> = {
  plain: undefined,
  conditional: undefined,
};
beforeAll(async () => {
  [buckets.plain, buckets.conditional] = await Promise.all([
    aBucket({ conditions: false }),
    aBucket({ conditions: true }),
  ]);
});
afterAll(() => Promise.all(Object.values(buckets).map((bucket) => bucket?.stop())));

const s3 = (name: keyof typeof buckets): Place => {
  const bucket = () => {
    const found = buckets[name];
    if (!found) throw new Error('the server has not started');
    return found;
  };
  return {
    open: () => createS3Store(bucket().config),
    spoil: (key, content) => bucket().spoil(key, content),
  };
};

const PLACES: Record<string, Place> = {
  'a folder': {
    open: () => createFolderStore(root),
    spoil: (key, content) => spoil(root, key, content),
  },
  'a bucket': s3('conditional'),
  'a bucket of a server without conditions': s3('plain'),
};

const inEach = test.each(Object.entries(PLACES));

inEach('%s: a file is read back byte for byte by its key', async (_, place) => {
  const [store, key] = [place.open(), aKey()];
  const kept = await store.put(key, bytes);
  expect(kept).toEqual({ objectKey: expect.stringContaining('x.xml'), sha256, bytes: 10 });
  expect(await store.get(kept.objectKey)).toEqual(bytes);
  expect(await place.open().get(kept.objectKey, sha256)).toEqual(bytes);
});

inEach(
  '%s: other bytes under the same name get another key, and the first file stays',
  async (_, place) => {
    const [store, key] = [place.open(), aKey()];
    const first = await store.put(key, bytes);
    const same = await store.put(key, bytes);
    const others = [
      await store.put(key, Buffer.from('other')),
      await store.put(key, Buffer.from('other')),
    ];
    for (const { objectKey } of [first, same]) expect(await store.get(objectKey)).toEqual(bytes);
    for (const { objectKey } of others)
      expect((await store.get(objectKey)).toString()).toBe('other');
  },
);

inEach('%s: a file whose key was not recorded is found by its name', async (_, place) => {
  const [store, key] = [place.open(), aKey()];
  const within = { from: new Date(), to: new Date() };
  expect(await store.find(key, within)).toBeUndefined();
  await store.put(key, bytes);
  expect(await store.find(key, within)).toEqual(bytes);
  expect(await place.open().find(key, within)).toEqual(bytes);
});

inEach('%s: a missing file is FileMissing', async (_, place) => {
  await expect(place.open().get(aKey())).rejects.toThrow(FileMissing);
});

inEach('%s: changed bytes are FileDamaged for a caller that gives the hash', async (_, place) => {
  const [store, key] = [place.open(), aKey()];
  const { objectKey } = await store.put(key, bytes);
  await place.spoil(objectKey, Buffer.from('<Invoicf/>'));
  await expect(store.get(objectKey, sha256)).rejects.toThrow(FileDamaged);
});

inEach('%s: once stores the first result of several concurrent makers', async (_, place) => {
  const [store, key] = [place.open(), aKey()];
  const makers = Array.from({ length: 20 }, (_, i) =>
    store.once(key, async () => Buffer.from(`maker ${i}`)),
  );
  const results = await Promise.all(makers);
  expect(new Set(results.map(({ content }) => content.toString())).size).toBe(1);
  expect(await place.open().once(key, async () => Promise.reject(new Error('not asked')))).toEqual(
    results[0],
  );
});

inEach('%s: files of any size and name are read back', async (_, place) => {
  const store = place.open();
  for (const content of [Buffer.alloc(0), Buffer.alloc(3_000_000, 'ñ')]) {
    const key = `${aKey()} ñ+&.pdf`;
    const { objectKey } = await store.put(key, content);
    expect((await store.get(objectKey)).equals(content)).toBe(true);
    expect((await store.once(`${key}.once`, async () => content)).content.equals(content)).toBe(
      true,
    );
  }
});

inEach(
  '%s: the entry of a zip has a key of its own, and a damaged zip is FileDamaged',
  async (_, place) => {
    const store = place.open();
    const zip = aZip(bytes);
    const { objectKey: key } = await store.put(`${aKey()}.zip`, zip);
    expect(await store.get(zipEntryKey(key, 'x.xml'), sha256)).toEqual(bytes);
    expect(await store.get(zipEntryKey(key, 'x.xml'))).toEqual(bytes);
    zip.writeUInt8(zip.readUInt8(40) ^ 1, 40);
    await place.spoil(key, zip);
    await expect(store.get(zipEntryKey(key, 'x.xml'))).rejects.toThrow(FileDamaged);
    await expect(store.get(zipEntryKey(`${aKey()}.zip`, 'x.xml'))).rejects.toThrow(FileMissing);
  },
);

// without conditions two processes can both find a key free: such a server is not supported
const inConditional = test.each(
  Object.entries(PLACES).filter(([name]) => !name.includes('without conditions')),
);

inConditional(
  '%s: two processes that write one key both get the bytes of the first',
  async (_, place) => {
    const key = aKey();
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        place.open().once(key, async () => Buffer.from(`process ${i}`)),
      ),
    );
    expect(new Set(results.map(({ content }) => content.toString())).size).toBe(1);
    const puts = await Promise.all(
      Array.from({ length: 8 }, (_, i) => place.open().put(`${key}2`, Buffer.from(`process ${i}`))),
    );
    const read = await Promise.all(puts.map(({ objectKey }) => place.open().get(objectKey)));
    expect(read.map(String)).toEqual(Array.from({ length: 8 }, (_, i) => `process ${i}`));
  },
);

test('a store that has the hash finds damage for a caller without it', async () => {
  const [store, key] = [s3('conditional').open(), aKey()];
  await store.put(key, bytes);
  await s3('conditional').spoil(key, Buffer.from('<Invoicf/>'));
  await expect(store.get(key)).rejects.toThrow(FileDamaged);
});

test('a missing bucket is an error, not a missing file', async () => {
  const lost = createS3Store({ ...(buckets.conditional as Bucket).config, bucket: 'otro' });
  for (const asked of [lost.get(aKey()), lost.put(aKey(), bytes)])
    await expect(asked).rejects.toThrow('bucket does not exist');
});

inEach('%s: what was stored in the place of a lost file is read and listed', async (_, place) => {
  const store = place.open();
  const file = '4711-20123456786-03-B001-5.zip';
  const zip = aZip(bytes);
  const stored = await store.put(`20123456786/2026-11-21/${randomUUID()}/${file}`, zip);
  const { objectKey: key, sha256: hash } = stored;
  await place.spoil(key, Buffer.from('of another disk'));
  await expect(store.get(key, hash)).rejects.toThrow(FileDamaged);
  await restoreFile(store, stored, Buffer.from('a write that the disk lost'));
  await expect(store.get(key, hash)).rejects.toThrow(new FileDamaged(key));
  await restoreFile(store, stored, zip);
  expect(await store.get(key, hash)).toEqual(zip);
  expect(await place.open().get(zipEntryKey(key, 'x.xml'), sha256)).toEqual(bytes);

  const listed = [];
  for await (const each of store.list(new Date('2026-11-20'), ['20123456786']))
    if (each.objectKey.startsWith('restored/')) listed.push(each);
  const names = listed.map(({ name }) => name.replace(/\d{4}-\d\d-\d\d/, 'DAY'));
  expect(names).toContain(`20123456786/DAY/${file}`);
  expect(await store.get(listed[0]?.objectKey ?? '')).toEqual(zip);

  const other = `20123456786/2026-11-21/${randomUUID()}.zip`;
  await expect(store.get(other)).rejects.toThrow(new FileMissing(other));
});

inEach('%s: files of one name are listed under it, the first one first', async (_, place) => {
  const store = place.open();
  const name = '20987654321/2026-11-21/4711-20987654321-03-B001-5.zip';
  // their hashes begin with 0 and with d
  const contents = ['first', 'other 4', 'other 1'].map((text) => Buffer.from(text));
  const first = await store.put(name, contents[0] as Buffer);
  const others = [];
  for (const content of contents.slice(1)) others.push(await store.put(name, content));
  await restoreFile(store, others[0] as Stored, contents[1] as Buffer);

  const keys = [];
  for await (const each of store.list(new Date(0), ['20987654321']))
    if (path.basename(each.name) === path.basename(name)) keys.push(each.objectKey);
  expect(keys[0]).toBe(first.objectKey);
  expect(keys.slice(1, -1).sort()).toEqual(others.map(({ objectKey }) => objectKey).sort());
  expect(keys.at(-1)).toMatch(/^restored\//);
});

test('openStore opens the bucket of the configuration, else the folder', async () => {
  const place = (buckets.conditional as Bucket).config;
  const key = aKey();
  const { objectKey } = await openStore({ filesDir: root, s3: place }).put(key, bytes);
  await expect(openStore({ filesDir: root }).get(objectKey)).rejects.toThrow(FileMissing);
  expect(await createS3Store(place).get(objectKey)).toEqual(bytes);
});

test('a key names the issuer, the day in Lima, the document and the file', () => {
  expect(objectKey({ ruc: '20123456786', id: 93_381_229_489_233 }, 'x.xml')).toBe(
    '20123456786/2026-11-21/93381229489233-x.xml',
  );
  expect(objectKey({ ruc: '20123456786', id: 5 * 3_600_000 * 1024 - 1 }, 'x.xml')).toBe(
    '20123456786/2023-12-31/18431999999-x.xml',
  );
});
