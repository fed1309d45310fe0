/** Tests that spans name errors by what tells them apart, and never by their message. */
import { expect, test } from '@jest/globals';
import { errorType } from './errorType.js';

test.each([
  ['the SQLSTATE', Object.assign(new Error('llave'), { name: 'error', code: '23505' }), '23505'],
  ['a code of Node', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['no text for a code', Object.assign(new TypeError('x'), { code: 'de Ana' }), 'TypeError'],
  ['the class', new RangeError('de Ana'), 'RangeError'],
  ['what is no error', 'de Ana', 'unknown'],
])('%s', (_what, error, type) => {
  expect(errorType(error)).toBe(type);
});
