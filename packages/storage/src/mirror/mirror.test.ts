/** A copy of a file store gets what changed, and what is damaged in it is written again. */
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { createFolderStore } from '../folder.js';
import { FileDamaged } from '../store.js';
import { copyWhole } from './copy.js';
import { inFolder } from './inFolder.js';
import { mirrorFolder } from './mirror.js';
import { repairCopy } from './repair.js';

const folder = () => mkdtempSync(path.join(tmpdir(), 'rafaga-mirror-'));
const content = Buffer.from('<Invoice/>');

test('a damaged record of a copied pack is written again, and no other byte', async () => {
  const [from, to] = [folder(), folder()];
  const store = createFolderStore(from);
  const { objectKey, sha256 } = await store.put('20123456786/2026-11-21/5-x.xml', content);
  await mirrorFolder(from, to);
  const [pack] = /^.+\.pack/.exec(objectKey) as RegExpExecArray;
  const [original, copied] = [path.join(from, pack), path.join(to, pack)];
  const whole = readFileSync(copied);
  const damaged = Buffer.from(whole);
  damaged[whole.indexOf(content) + 1] = 0;
  writeFileSync(copied, damaged);
  await mirrorFolder(from, to);
  const copy = createFolderStore(to);
  await expect(copy.get(objectKey, sha256)).rejects.toThrow(FileDamaged);
  await repairCopy(from, to, [objectKey]);
  expect(await copy.get(objectKey, sha256)).toEqual(content);
  expect(readFileSync(copied)).toEqual(whole);

  writeFileSync(original, damaged);
  await repairCopy(from, to, [objectKey]);
  expect(await copy.get(objectKey, sha256)).toEqual(content);
});

test('a file that changed within a second is copied again; a pack gets its new end', async () => {
  const [from, to] = [folder(), folder()];
  const [mark, pack] = ['mark', 'x.pack'];
  const fileOf = (name: string) => path.join(from, name);
  writeFileSync(fileOf(mark), 'a');
  utimesSync(fileOf(mark), 1_000, 1_000.1);
  writeFileSync(fileOf(pack), 'one');
  await mirrorFolder(from, to);
  expect(await mirrorFolder(from, to)).toEqual({ files: 0, bytes: 0 });
  writeFileSync(fileOf(mark), 'b');
  utimesSync(fileOf(mark), 1_000, 1_000.2);
  appendFileSync(fileOf(pack), 'two');
  expect(await mirrorFolder(from, to)).toEqual({ files: 2, bytes: 4 });
  expect(readFileSync(path.join(to, mark), 'utf8')).toBe('b');
  expect(readFileSync(path.join(to, pack), 'utf8')).toBe('onetwo');
});

test('a pack that lost its end leaves the copy as it is', async () => {
  const [from, to] = [folder(), folder()];
  const [original, copied] = [path.join(from, 'x.pack'), path.join(to, 'x.pack')];
  writeFileSync(original, 'one two');
  await mirrorFolder(from, to);
  writeFileSync(original, 'one');
  expect(await mirrorFolder(from, to)).toEqual({ files: 0, bytes: 0 });
  expect(readFileSync(copied, 'utf8')).toBe('one two');
});

test('a file that cannot be copied keeps no other one from the copy', async () => {
  const [from, to] = [folder(), folder()];
  for (const name of ['a', 'b']) mkdirSync(path.join(from, name));
  for (const name of ['a/x', 'a/y', 'b/x', 'z']) writeFileSync(path.join(from, name), name);
  mkdirSync(path.join(to, 'a/x'), { recursive: true });
  symlinkSync('/', path.join(to, 'b'));
  await expect(mirrorFolder(from, to)).rejects.toThrow(/a\/x is not a file|\/b\b/);
  expect(readFileSync(path.join(to, 'a/y'), 'utf8')).toBe('a/y');
  expect(readFileSync(path.join(to, 'z'), 'utf8')).toBe('z');
});

test('what a disk has at its root is not copied, a folder of that name below it is', async () => {
  const [from, to] = [folder(), folder()];
  for (const name of ['lost+found', 'a/lost+found']) {
    mkdirSync(path.join(from, name), { recursive: true });
    writeFileSync(path.join(from, name, 'x'), name);
  }
  expect(await mirrorFolder(from, to)).toMatchObject({ files: 1 });
  expect(readdirSync(to)).toEqual(['a']);
  expect(readFileSync(path.join(to, 'a/lost+found/x'), 'utf8')).toBe('a/lost+found');
});

test('no link in the copy leads a write out of it', async () => {
  const outside = folder();
  const foreign = path.join(outside, 'foreign');
  writeFileSync(foreign, 'foreign');
  const pair = () => {
    const [from, to] = [folder(), folder()];
    mkdirSync(path.join(from, 'marks'));
    for (const name of ['x.pack', 'marks/y']) writeFileSync(path.join(from, name), 'much longer');
    return [from, to] as const;
  };
  const [from, to] = pair();
  for (const draft of ['.x.pack', `.x.pack.${process.pid}`])
    symlinkSync(foreign, path.join(to, draft));
  await mirrorFolder(from, to);
  expect(readFileSync(path.join(to, 'x.pack'), 'utf8')).toBe('much longer');

  for (const [name, target] of [
    ['marks', outside],
    ['x.pack', foreign],
  ] as const) {
    const [original, copy] = pair();
    symlinkSync(target, path.join(copy, name));
    await expect(mirrorFolder(original, copy)).rejects.toThrow(name);
  }
  expect(readdirSync(outside)).toEqual(['foreign']);
  expect(readFileSync(foreign, 'utf8')).toBe('foreign');
});

test('a folder that becomes a link while it is open leads no path out of it', async () => {
  const [root, outside] = [folder(), folder()];
  const marks = path.join(root, 'marks');
  mkdirSync(marks);
  await inFolder(marks, async ({ path: open }) => {
    renameSync(marks, `${marks}.moved`);
    symlinkSync(outside, marks);
    writeFileSync(path.join(open, 'x'), '');
    await expect(readFile(path.join(marks, 'x'))).rejects.toThrow('ENOENT');
  });
  expect(readdirSync(`${marks}.moved`)).toEqual(['x']);
  await expect(inFolder(marks, async () => undefined)).rejects.toThrow(marks);
  const failing = inFolder(root, ({ path: open }) => readFile(path.join(open, 'missing')));
  await expect(failing).rejects.toThrow(path.join(root, 'missing'));
});

test('the drafts of a killed backup are removed after a day, and nothing else', async () => {
  const [from, to] = [folder(), folder()];
  writeFileSync(path.join(from, 'x.pack'), 'one');
  const [draft, kept] = ['.x.pack.4711', '.nfs0001'];
  for (const name of [draft, kept, 'y.zip.4711']) writeFileSync(path.join(to, name), '');
  await mirrorFolder(from, to);
  expect(readdirSync(to)).toContain(draft);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_500_000);
  await mirrorFolder(from, to);
  clock.mockRestore();
  expect(readdirSync(to).sort()).toEqual([kept, 'x.pack', 'y.zip.4711']);
});

test('a copy that fails leaves no draft', async () => {
  const [from, to] = [folder(), folder()];
  writeFileSync(path.join(from, 'x'), 'one');
  mkdirSync(path.join(to, 'y'));
  await expect(copyWhole(path.join(from, 'x'), path.join(to, 'y'))).rejects.toThrow();
  expect(readdirSync(to)).toEqual(['y']);
});

/** Lets the methods of every open file behave like those of another disk. */
async function onDisk(behave: (handle: FileHandle) => void): Promise<void> {
  const handle = await open(import.meta.filename);
  behave(Object.getPrototypeOf(handle));
  await handle.close();
}

test('a disk without modes that writes a part of what it gets has whole files', async () => {
  const [from, to] = [folder(), folder()];
  writeFileSync(path.join(from, 'x'), 'one two three');
  let chmods = 0;
  await onDisk((handle) => {
    const write = handle.write as (...args: unknown[]) => Promise<unknown>;
    const inParts = function (
      this: FileHandle,
      bytes: Buffer,
      from: number,
      size: number,
      at: number,
    ) {
      return write.call(this, bytes, from, Math.min(size, 5), at);
    };
    jest.spyOn(handle, 'write').mockImplementation(inParts as typeof handle.write);
    jest.spyOn(handle, 'chmod').mockImplementation(async () => {
      chmods += 1;
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
    });
  });
  await mirrorFolder(from, to).finally(() => jest.restoreAllMocks());
  expect(readFileSync(path.join(to, 'x'), 'utf8')).toBe('one two three');
  expect(chmods).toBe(1);
});
