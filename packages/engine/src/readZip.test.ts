/** The CDR in a ZIP is found, and a hostile or damaged ZIP is refused with a known reason. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { aZip, type Packed } from '../testing/zip.js';
import { CdrProblem } from './cdrProblem.js';
import { readZip, ZIP_LIMIT } from './readZip.js';
import { zipOne } from './zipOne.js';

const R = 'R-20123456786-03-B001-1.xml';
const cdr: Packed = { name: R, content: '<a/>' };

/** The reason with which the ZIP is refused, or 'none'. */
function reasonFor(zip: Buffer): string {
  try {
    readZip(zip);
  } catch (error) {
    if (error instanceof CdrProblem) return error.reason;
    throw error;
  }
  return 'none';
}

test('a ZIP of zipOne is read back unchanged', () => {
  const bytes = Buffer.from('<a>ñ</a>'.repeat(1000));
  expect(readZip(zipOne(R, bytes))).toEqual({ name: R, bytes });
});

test('the same file always gives the same ZIP', () => {
  expect(zipOne(R, Buffer.from('a')).equals(zipOne(R, Buffer.from('a')))).toBe(true);
});

test.each([
  ['behind an empty dummy/ folder, as SUNAT packs it', aZip([{ name: 'dummy/', method: 0 }, cdr])],
  ['stored', aZip([{ ...cdr, method: 0 }])],
  ['with a data descriptor', aZip([{ ...cdr, descriptor: true }])],
  ['under a comment', aZip([cdr], 'made by PK\x05\x06')],
  ['beside another file', aZip([{ name: 'leeme.txt', content: 'hola' }, cdr])],
])('a CDR is found %s', (_, zip) => {
  expect(readZip(zip)).toEqual({ name: R, bytes: Buffer.from('<a/>') });
});

test.each([
  ['nothing', Buffer.alloc(0), 'zip_unreadable'],
  ['a page of HTML', Buffer.from('<html>502 Bad Gateway</html>'), 'zip_unreadable'],
  ['half a zip', aZip([cdr]).subarray(0, 40), 'zip_unreadable'],
  ['a zip without files', aZip([]), 'zip_without_cdr'],
  ['only a folder', aZip([{ name: 'dummy/', method: 0 }]), 'zip_without_cdr'],
  ['a CDR in a folder', aZip([{ ...cdr, name: `dummy/${R}` }]), 'zip_without_cdr'],
  ['a path with ..', aZip([{ ...cdr, name: `../${R}` }]), 'zip_without_cdr'],
  ['two CDRs', aZip([cdr, cdr]), 'zip_many_cdrs'],
  ['too many files', aZip(Array.from({ length: 6 }, () => cdr)), 'zip_too_big'],
  ['a size over the limit', aZip([{ ...cdr, size: ZIP_LIMIT.inflated + 1 }]), 'zip_too_big'],
  ['too many bytes', Buffer.alloc(ZIP_LIMIT.archive + 1), 'zip_too_big'],
  [
    'a zip bomb with a small declared size',
    aZip([{ ...cdr, content: Buffer.alloc(50_000_000), size: 10 }]),
    'zip_corrupt',
  ],
  ['a size that is too large', aZip([{ ...cdr, size: 5 }]), 'zip_corrupt'],
  ['a size of nothing', aZip([{ ...cdr, size: 0 }]), 'zip_corrupt'],
  ['a packed size past the end', aZip([{ ...cdr, compressed: 5000 }]), 'zip_corrupt'],
  ['a packed size that is too short', aZip([{ ...cdr, compressed: 2 }]), 'zip_corrupt'],
  ['a wrong CRC', aZip([{ ...cdr, crc: 1 }]), 'zip_corrupt'],
  ['an offset past the end', aZip([{ ...cdr, offset: 0xffffffff }]), 'zip_unreadable'],
  ['an offset to something else', aZip([{ ...cdr, offset: 7 }]), 'zip_unreadable'],
  ['an encrypted file', aZip([{ ...cdr, flags: 1 }]), 'zip_unreadable'],
  ['an unknown method', aZip([{ ...cdr, method: 12 }]), 'zip_unreadable'],
])('%s is refused', (_, zip, reason) => {
  expect(reasonFor(zip)).toBe(reason);
});

test('a corrupted ZIP fails only with a known reason', () => {
  const good = aZip([{ name: 'dummy/', method: 0 }, cdr]);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      (changes) => {
        const zip = Buffer.from(good);
        for (const [at, value] of changes) zip[at] = value;
        reasonFor(zip);
      },
    ),
    { numRuns: 500 },
  );
});
