/** Tests how errors of connections and of files read. */
import { expect, test } from '@jest/globals';
import { plainError } from './plainError.js';

test.each([
  ['ECONNRESET', 'la conexión se cortó (ECONNRESET)'],
  ['ENOTFOUND', 'no se encontró el servidor (ENOTFOUND)'],
  ['CERT_HAS_EXPIRED', 'el certificado del servidor venció (CERT_HAS_EXPIRED)'],
  ['EXTRAÑO, ESTADO', 'EXTRAÑO, ESTADO'],
  ['tiempo agotado (request)', 'tiempo agotado en total'],
  ['tiempo agotado (otra)', 'tiempo agotado (otra)'],
  ['falta packs/a/b', 'falta (guardado)'],
])('%s is shown as %s', (text, shown) => {
  expect(plainError(text)).toBe(shown);
});
