/**
 * Acknowledged documents and marks are written beside the answers, read back, and bounded while
 * the store fails.
 */
import { mkdtempSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { waitFor } from '../../../../test/support/waitFor.js';
import { aBucket, type Bucket } from '../../testing/bucket.js';
import { createS3Store } from '../bucket/store.js';
import { createFolderStore } from '../folder.js';
import { type FileStore, objectKey } from '../store.js';
import { decisionKeeper, readDecisions } from './decisions.js';
import { type Acknowledged, readAcknowledged, recordOf } from './entry.js';
import { createMarkWriter, mergeMarks, readMarks } from './marks.js';
import { createAcknowledgementWriter } from './writer.js';

let bucket: Bucket;
beforeAll(async () => {
  bucket = await aBucket({ conditions: true });
});
afterAll(() => bucket.stop());

const aFolder = () => mkdtempSync(path.join(tmpdir(), 'rafaga-'));
const PLACES: Record<string, () => FileStore> = {
  'a folder': () => createFolderStore(aFolder()),
  'a bucket': () => createS3Store(bucket.config),
};

const RUC = '20123456786';
const pending = (id: number, series: string, number: number) => ({
  id,
  ruc: RUC,
  environment: 'simulator',
  kind: 'boleta',
  series,
  number,
  line: JSON.stringify({ id, series, number, answer: 'ñ'.repeat(200) }),
});
const fail = (error: Error) => {
  throw error;
};

async function read(store: FileStore): Promise<Acknowledged[]> {
  const all: Acknowledged[] = [];
  for await (const each of readAcknowledged(store.journal, new Date())) all.push(each);
  return all;
}

test('lines of every size are packed as they were', async () => {
  const lines = [1, 100_000, 40_000, 300_000, 1, 1].map((length, i) => `${i}${'ñ'.repeat(length)}`);
  const text = gunzipSync(await recordOf(lines)).toString('utf8');
  expect(text.split('\n')).toEqual(lines);
});

describe.each(Object.entries(PLACES))('in %s', (_, open) => {
  test('acknowledged documents are read back, and the marks have the highest numbers', async () => {
    const store = open();
    const writer = createAcknowledgementWriter(store, { everyMs: 20, onError: fail });
    for (const number of [1, 2, 3]) {
      writer.add(pending(100 + number, 'B001', number));
      await sleep(30);
    }
    writer.add(pending(104, 'F001', 7));
    await writer.close();
    expect((await read(store)).map(({ id }) => id)).toEqual([101, 102, 103, 104]);
    const { ids, series, damaged } = await readMarks(store.mutable);
    expect({ ids, damaged }).toEqual({ ids: [104], damaged: [] });
    expect(series.map(({ series: code, number }) => [code, number])).toEqual([
      ['B001', 3],
      ['F001', 7],
    ]);
  });
});

/** Opens one place as different processes do. */
const SHARED: Record<string, () => () => FileStore> = {
  'a folder'() {
    const folder = aFolder();
    return () => createFolderStore(folder);
  },
  'a bucket': () => () => createS3Store(bucket.config),
};

test.each(Object.entries(SHARED))(
  'in %s, the last decision about each document is read back, whatever process wrote it',
  async (_, place) => {
    const open = place();
    const first = open();
    const [discarded, accepted, rejected] = [
      { documentId: 2, as: 'discarded' },
      { documentId: 1, as: 'accepted' },
      { documentId: 1, as: 'rejected' },
    ];
    const start = Date.now();
    const clock = jest.spyOn(Date, 'now');
    await decisionKeeper(first)(discarded);
    clock.mockReturnValue(start + 1_000);
    await decisionKeeper(open())(accepted);
    clock.mockReturnValue(start + 2_000);
    await decisionKeeper(first)(rejected);
    clock.mockRestore();
    expect(await readDecisions(open())).toMatchObject([discarded, rejected]);
  },
);

test('a record of a bucket whose bytes changed keeps no other one from being read', async () => {
  const store = createS3Store(bucket.config);
  const keep = decisionKeeper(store);
  for (const documentId of [7, 8, 9]) await keep({ documentId });
  const [day] = await store.mutable.list('decisions');
  const keys = (await store.mutable.list(`decisions/${day}`)).map(
    (name) => `decisions/${day}/${name}`,
  );
  const records = await Promise.all(keys.map((key) => store.mutable.read(key)));
  const at = records.findIndex((record) => record?.includes('"documentId":8'));
  await bucket.spoil(keys[at] as string, Buffer.from('{"documentId":8,"at"'));
  const read = (await readDecisions(store)).map(({ documentId }) => documentId);
  expect(read).toEqual(expect.arrayContaining([7, 9]));
  expect(read).not.toContain(8);
});

test('more decisions than a bucket is asked for at once are all read, in their order', async () => {
  const { decisions } = createS3Store(bucket.config);
  const names = Array.from({ length: 70 }, (_, n) => `many ${n}`);
  for (const name of names) await decisions.append(Buffer.from(name));
  const contents: string[] = [];
  for await (const content of decisions.read(new Date(0))) contents.push(content.toString());
  expect(contents.filter((content) => content.startsWith('many'))).toEqual(names);
});

test('an answer is read as text, from its JSON and from the text of earlier versions', async () => {
  const store = createFolderStore(aFolder());
  const writer = createAcknowledgementWriter(store, { onError: fail });
  const text = '{"estado":"exito","datos":{"id":1,"extras":{"ñ":[1.5,null]}}}';
  writer.add({ ...pending(1, 'B001', 1), line: `{"id":1,"answer":${text}}` });
  writer.add({ ...pending(2, 'B001', 2), line: JSON.stringify({ id: 2, answer: text }) });
  await writer.close();
  expect((await read(store)).map(({ answer }) => answer)).toEqual([text, text]);
});

test.each(Object.entries(PLACES))(
  'in %s, every stored file is listed with its name',
  async (_, open) => {
    const store = open();
    const name = objectKey({ ruc: RUC, id: 99_000_000_000_000 }, 'R-20123456786-03-B001-5.zip');
    const { objectKey: place } = await store.put(name, Buffer.from('a CDR'));
    const listed: unknown[] = [];
    for await (const each of store.list(new Date(0), [RUC])) listed.push(each);
    expect(listed).toContainEqual({ name, objectKey: place });
    expect((await store.get(place)).toString()).toBe('a CDR');
  },
);

test('the marks of several processes are combined, and old files are merged', async () => {
  const store = createFolderStore(aFolder());
  const day = 24 * 3_600_000;
  for (const [at, number] of [
    [1, 5],
    [2, 9],
    [3, 4],
  ] as const) {
    const mark = createMarkWriter(store.mutable, at);
    mark.add(pending(number, 'B001', number));
    await mark.write();
  }
  await mergeMarks(store.mutable);
  expect(await store.mutable.list('marks')).toHaveLength(3);
  await mergeMarks(store.mutable, Date.now() + 2 * day);
  expect(await store.mutable.list('marks')).toHaveLength(1);
  const { ids, series } = await readMarks(store.mutable);
  expect([ids, series[0]?.number]).toEqual([[9], 9]);
});

test('a file of marks that cannot be parsed is reported, and the others are read', async () => {
  const root = aFolder();
  const store = createFolderStore(root);
  const mark = createMarkWriter(store.mutable);
  mark.add(pending(1, 'B001', 1));
  await mark.write();
  await writeFile(path.join(root, 'marks/broken.json'), '{"ids"');
  expect(await readMarks(store.mutable)).toMatchObject({ ids: [1], damaged: ['broken.json'] });
});

test('a failing store delays no caller, and the lines are written later', async () => {
  const root = aFolder();
  await writeFile(path.join(root, 'journal'), 'not a folder');
  const store = createFolderStore(root);
  const errors: Error[] = [];
  const writer = createAcknowledgementWriter(store, {
    everyMs: 5,
    onError: (error) => errors.push(error),
  });
  writer.add(pending(1, 'B001', 1));
  writer.add(pending(2, 'B001', 2));
  await waitFor('the first write fails', () => errors.length > 0);
  expect(writer.trouble()).toEqual({ since: expect.any(Number), dropped: 0 });
  expect(writer.marks().ids).toEqual([2]);
  await rm(path.join(root, 'journal'));
  await waitFor('a write succeeds', () => writer.trouble().since === undefined);
  await writer.close();
  expect((await read(store)).map(({ id }) => id)).toEqual([1, 2]);
});

test('the lines that wait for a failing store are bounded', async () => {
  const root = aFolder();
  await writeFile(path.join(root, 'journal'), 'not a folder');
  const writer = createAcknowledgementWriter(createFolderStore(root), {
    maxChars: 1_000,
    onError: () => undefined,
  });
  for (let id = 1; id <= 10; id++) writer.add(pending(id, 'B001', id));
  // one is being written, four fit into the buffer
  expect(writer.trouble().dropped).toBe(5);
  await writer.close();
});

test('the incomplete record of a killed process is skipped, and all others are read', async () => {
  const root = aFolder();
  for (const id of [1, 2]) {
    const writer = createAcknowledgementWriter(createFolderStore(root), { onError: fail });
    writer.add(pending(id, 'B001', id));
    await writer.close();
  }
  const day = path.join(
    root,
    'journal/packs',
    (await readdir(path.join(root, 'journal/packs')))[0] as string,
  );
  for (const pack of await readdir(day))
    await appendFile(path.join(day, pack), 'RFG1 half a record');
  await mkdir(path.join(day, 'no-pack'));
  expect((await read(createFolderStore(root))).map(({ id }) => id).sort()).toEqual([1, 2]);
});

test('a wrong byte in the journal and in a pack hides one entry, and none behind it', async () => {
  const root = aFolder();
  const store = createFolderStore(root);
  for (const id of [1, 2, 3]) {
    await store.journal.append(await recordOf([JSON.stringify({ id, answer: '' })]));
    await store.put(`${RUC}/2026-11-21/${id}-x.zip`, Buffer.from('a CDR'));
  }
  for (const folder of ['packs', 'journal/packs']) {
    const day = path.join(root, folder, (await readdir(path.join(root, folder)))[0] as string);
    const pack = path.join(day, (await readdir(day))[0] as string);
    const bytes = await readFile(pack);
    // the length of the second record
    const length = bytes.indexOf('RFG1', 1) + 4;
    bytes.writeUInt8(bytes.readUInt8(length) ^ 1, length);
    await writeFile(pack, bytes);
  }
  expect((await read(store)).map(({ id }) => id)).toEqual([1, 3]);
  const names: string[] = [];
  for await (const { name } of store.list(new Date(0), [RUC])) names.push(path.basename(name));
  expect(names).toEqual(['1-x.zip', '3-x.zip']);
});
