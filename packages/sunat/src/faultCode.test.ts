/** Tests where the code of a SOAP fault is found. */
import { expect, test } from '@jest/globals';
import { faultCode } from './faultCode.js';

test.each([
  ['soap-env:Client.0102', '', '0102'],
  ['Server.200', '', '0200'],
  ['soap:Server', '2335', '2335'],
  ['soap:Server', 'Detalle: xxx error: INFO: 1033 (nodo: "x")', '1033'],
  ['soap:Server', 'código 1033', '1033'],
  ['soap:Server', 'errorCode = 1033', '1033'],
  ['soap:Server', '1033 - El comprobante fue registrado', '1033'],
])('«%s» with «%s» is %s', (faultcode, faultstring, code) => {
  expect(faultCode({ faultcode, faultstring })).toBe(code);
});

test.each([
  'Error 2006: MySQL server has gone away',
  'ERROR 2013 (HY000): Lost connection to MySQL server during query',
  '2026-11-22 10:00:01 java.lang.NullPointerException',
  'Internal error: 3000 ms exceeded',
  '3000 ms exceeded',
])('a number of another program is no code: %s', (faultstring) => {
  expect(faultCode({ faultcode: 'soap:Server', faultstring })).toBeUndefined();
});

test('a fault of a megabyte of spaces has no code, and is read in one pass', () => {
  const faultstring = `error${' '.repeat(1_000_000)}x`;
  expect(faultCode({ faultcode: 'soap:Server', faultstring })).toBeUndefined();
});
