/** Tests that what a person names is read up to a limit, whatever it is. */
import { rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from '@jest/globals';
import { readNamed } from './readNamed.js';

const file = path.join(tmpdir(), `read-named-${process.pid}`);
afterAll(() => rm(file, { force: true }));

const codeOf = (reading: Promise<Buffer>) =>
  reading.then(
    () => 'read',
    ({ code }: NodeJS.ErrnoException) => code,
  );

test('a file and a stream are read whole', async () => {
  await writeFile(file, 'x'.repeat(100_000));
  expect(await readNamed(file)).toHaveLength(100_000);
  expect(String(await readNamed(Readable.from([Buffer.from('a'), Buffer.from('b')])))).toBe('ab');
});

test('a file that is larger than memory is refused after its first megabytes', async () => {
  await truncate(file, 100 * 1024 ** 3);
  expect(await codeOf(readNamed(file))).toBe('EFBIG');
});

test('a device and a stream without an end are refused', async () => {
  expect(await codeOf(readNamed('/dev/zero'))).toBe('EFBIG');
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(65_536);
    })(),
  );
  expect(await codeOf(readNamed(endless))).toBe('EFBIG');
});

test('a folder and a missing file are told by the code of the system', async () => {
  expect(await codeOf(readNamed('/'))).toBe('EISDIR');
  expect(await codeOf(readNamed('/no-esta'))).toBe('ENOENT');
});
