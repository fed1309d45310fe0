/** A QR has the modules that the library gives it with all masks rated by the library. */
import { expect, test } from '@jest/globals';
import QRCode from 'qrcode';
import { modulesOf } from './qr.js';

const TEXTS = Array.from(
  { length: 60 },
  (_, i) =>
    `${20_123_456_786 + 7_919 * i}|${i % 2 === 0 ? '01' : '03'}|B00${i % 10}|${i ** 4}|` +
    `${i}.40|${i * i}.00|2026-03-0${1 + (i % 9)}|${i % 3}|${i % 4 === 0 ? '-' : 12_345_678 + i}|`,
);

test('a QR has as few modules and the same mask as one that the library makes alone', () => {
  for (const text of TEXTS) {
    const { modules } = QRCode.create(text, { errorCorrectionLevel: 'Q' });
    expect(Buffer.from(modulesOf(text))).toEqual(Buffer.from(modules.data));
  }
});
