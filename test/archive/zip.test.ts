/** A bundle has thousands of small entries, and takes no more memory than its bytes. */
import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { createZip, zipEntries } from '../../packages/archive/src/zip.js';
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
