/** A file says where each of its objects is. */
import { inflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { createPdfFile } from './pdfFile.js';

/** By number: the kind, the place and the index that the table has. */
function tableOf(pdf: Buffer): [kind: number, where: number, index: number][] {
  const file = pdf.toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
  const rows = inflateSync(pdf.subarray(file.indexOf('stream\n', start) + 7));
  const above = Buffer.alloc(7);
  return Array.from({ length: rows.length / 8 }, (_, number) => {
    for (let at = 0; at < 7; at++)
      above[at] = (above[at] as number) + (rows[8 * number + 1 + at] as number);
    return [above[0] as number, above.readUInt32BE(1), above.readUInt16BE(5)];
  });
}

test('the table has the place of every object, in the file or in a stream', () => {
  const file = createPdfFile();
  const late = file.reserve();
  const stream = file.addStream({ Type: '/X' }, Buffer.alloc(70_000));
  const last = file.pack(600, ({ next, number }) => {
    for (let at = 0; at < 600; at++) {
      next();
      number(at);
    }
  });
  const info = file.add('<< >>');
  file.write(late, '<< /Late true >>');
  const pdf = file.finish(late, info, '0'.repeat(32));
  expect([late, stream, last, info]).toEqual(['1 0 R', '2 0 R', '602 0 R', '604 0 R']);
  const table = tableOf(pdf);
  expect(table).toHaveLength(606);
  expect(table[0]).toEqual([0, 0, 65_535]);
  for (const [number, [kind, where, index]] of table.entries())
    if (number >= 3 && number <= 602) expect([kind, where, index]).toEqual([2, 603, number - 3]);
    else if (number > 0) {
      const begins = `${number} 0 obj\n`;
      expect(pdf.toString('latin1', where, where + begins.length)).toBe(begins);
      expect([kind, index]).toEqual([1, 0]);
    }
});
