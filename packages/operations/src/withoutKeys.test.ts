/** Tests that texts for people show no key of the file store. */
import { expect, test } from '@jest/globals';
import { withoutKeys } from './withoutKeys.js';

test.each([
  [
    'La constancia corresponde a otro comprobante ' +
      '[packs/2026-11-21/h-1.pack/57597+910/20123456786/2026-11-21/1-evidencia-1.bin]',
    'La constancia corresponde a otro comprobante',
  ],
  [
    'el archivo 20123456786/2026-11-21/7-20123456786-03-B001-1.zip no está como se guardó: ' +
      'no se envía',
    'el archivo (guardado) no está como se guardó: no se envía',
  ],
  [
    'no se encuentra el archivo packs/2026-11-21/h.pack/0+9/x.zip',
    'no se encuentra el archivo (guardado)',
  ],
  ['HTTP 502 sin SOAP [1/2] 20123456786-03-B001-1', 'HTTP 502 sin SOAP 20123456786-03-B001-1'],
])('the keys of files are removed from «%s»', (text, shown) => {
  expect(withoutKeys(text)).toBe(shown);
});

test.each([' ', '[', '[/', '/'])('«%s» a million times is read in one pass', (part) => {
  const text = part.repeat(1_000_000 / part.length);
  expect(withoutKeys(text)).toBe(text);
});
