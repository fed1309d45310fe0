/** The header of a record is read back, and one with any wrong byte is refused. */
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { headerAt, headOf, recordsOf } from './record.js';

const content = Buffer.from('<Invoice/>');
const sha256 = createHash('sha256').update(content).digest();
const head = headOf('20123456786/ñ.xml', content, sha256);

test('a header has the name, the hash and the end of its record', () => {
  const header = headerAt(Buffer.concat([Buffer.from('before'), head, content]), 6);
  expect(header).toEqual({
    name: Buffer.from('20123456786/ñ.xml'),
    sha256,
    start: head.length,
    end: head.length + content.length,
  });
});

test('a header with a wrong or missing byte is refused', () => {
  for (let at = 0; at < head.length; at++) {
    const changed = Buffer.from(head);
    changed.writeUInt8(changed.readUInt8(at) ^ 0x10, at);
    expect(headerAt(changed)).toBeUndefined();
    expect(headerAt(head.subarray(0, at))).toBeUndefined();
  }
  expect(headerAt(Buffer.alloc(4096))).toBeUndefined();
});

test('a name that is too long for a header is refused', () => {
  expect(() => headOf('x'.repeat(65_536), content, sha256)).toThrow();
});

test('behind a damaged or incomplete record the next ones are read', () => {
  const record = Buffer.concat([head, content]);
  for (let at = 0; at < head.length; at++) {
    const damaged = Buffer.from(record);
    damaged.writeUInt8(damaged.readUInt8(at) ^ 0x10, at);
    for (const before of [damaged, record.subarray(0, at)]) {
      const pack = Buffer.concat([record, before, record, record.subarray(0, at)]);
      const next = record.length + before.length;
      expect([...recordsOf(pack)].map((each) => each.at)).toEqual([0, next]);
    }
  }
});
