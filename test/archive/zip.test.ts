/**
 * A bundle has thousands of small entries, and takes no more memory than its bytes; a hostile one
 * is refused.
 */
import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { createZip, zipEntries } from '../../packages/archive/src/zip.js';
import { aZip, type Packed } from '../../packages/engine/testing/zip.js';
import { waitFor } from '../support/waitFor.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heldBytes(): number {
  collect();
  return process.memoryUsage().arrayBuffers;
}

const ENTRIES = 3_000;

test('small entries hold their bytes, and are read again', async () => {
  const contents = Array.from({ length: ENTRIES }, () => randomBytes(600).toString('hex'));
  const before = heldBytes();
  const zip = createZip();
  for (const [index, text] of contents.entries())
    await zip.add(`documento-${index}.json`, Buffer.from(text), new Date());
  // memory is freed a little after its collection
  await waitFor('the rest to be freed', () => heldBytes() - before < 4 * zip.bytes());
  const read = [...zipEntries(zip.finish())];
  expect(read.map(({ content }) => content.toString())).toEqual(contents);
});

const UTF8 = 0x0800;
const file: Packed = { name: 'registro.json', content: 'a'.repeat(1_000), flags: UTF8 };
const whole = aZip([file, { ...file, name: 'otro.json' }]);

test.each([
  ['a bomb with its true size', aZip([{ ...file, content: Buffer.alloc(80_000_000) }])],
  ['a bomb with a small size', aZip([{ ...file, content: Buffer.alloc(80_000_000), size: 10 }])],
  ['the largest size', aZip([{ ...file, size: 0xffff_ffff }])],
  ['entries that share their bytes', aZip([file, { ...file, name: 'otro.json', offset: 0 }])],
  ['an offset past the end', aZip([{ ...file, offset: 0xffff_ffff }])],
  ['sizes that follow the data', aZip([{ ...file, descriptor: true }])],
  ['another method', aZip([{ ...file, method: 12 }])],
  ['an encrypted entry', aZip([{ ...file, flags: UTF8 + 1 }])],
  ['a size that is too large', aZip([{ ...file, size: 1_001 }])],
  ['a truncated directory', whole.subarray(0, whole.length - 40)],
])('%s is refused', (_, zip) => {
  expect(() => [...zipEntries(zip)]).toThrow();
});

test('a zip whose headers are false in nothing is read', () => {
  expect([...zipEntries(whole)].map(({ name }) => name)).toEqual(['registro.json', 'otro.json']);
});
