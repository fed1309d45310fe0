/** A QR has the modules that the library gives it with all masks rated by the library. */
import { expect, test } from '@jest/globals';
import QRCode from 'qrcode';
import { qrOf } from './qr.js';
import { linesOf } from './qrPenalty.js';

const TEXTS = Array.from(
  { length: 60 },
  (_, i) =>
    `${20_123_456_786 + 7_919 * i}|${i % 2 === 0 ? '01' : '03'}|B00${i % 10}|${i ** 4}|` +
    `${i}.40|${i * i}.00|2026-03-0${1 + (i % 9)}|${i % 3}|${i % 4 === 0 ? '-' : 12_345_678 + i}|`,
);

test('a QR has as few modules and the same mask as one that the library makes alone', () => {
  for (const text of TEXTS) {
    const { modules } = QRCode.create(text, { errorCorrectionLevel: 'Q' });
    expect(qrOf(text)).toEqual(linesOf(modules.data));
  }
});

test('a QR of each size has the modules that the library gives it', () => {
  for (let length = 1, size = 0; size < 177; length += 5) {
    const text = 'Ñandú'.repeat(length).slice(0, length);
    const qr = qrOf(text);
    if (qr.size === size) continue;
    size = qr.size;
    const data = [{ data: Buffer.from(text), mode: 'byte' as const }];
    const { modules } = QRCode.create(data, { errorCorrectionLevel: 'Q' });
    expect(qr).toEqual(linesOf(modules.data));
  }
});

test('a text that no QR can hold is refused', () => {
  expect(() => qrOf('x'.repeat(1_664))).toThrow('too long');
});
