/** Codes of the second factor are accepted as RFC 6238 makes them, each in its own step. */
import { expect, test } from '@jest/globals';
import { base32, enrolmentUri, newSecret, stepOf } from './totp.js';

/** The secret and the codes of RFC 6238, appendix B, cut to six digits. */
const SECRET = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at second %s the code of RFC 6238 is accepted in its step', (second, code) => {
  expect(stepOf(SECRET, code, new Date(second * 1_000))).toBe(Math.floor(second / 30));
});

test.each([
  ['the step before', 30, 1],
  ['the step after', -30, 1],
])('the code of %s is accepted as that step', (_, seconds, step) => {
  expect(stepOf(SECRET, '287082', new Date((59 + seconds) * 1_000))).toBe(step);
});

test.each([60, -60])('a code %s seconds away is refused', (seconds) => {
  expect(stepOf(SECRET, '081804', new Date((1_111_111_109 + seconds) * 1_000))).toBeUndefined();
});

test.each([
  ['287 082', 1],
  [' 287082 ', 1],
  ['28708', undefined],
  ['28708a', undefined],
  ['', undefined],
])('%j typed is step %s', (typed, step) => {
  expect(stepOf(SECRET, typed, new Date(59_000))).toBe(step);
});

test('a new secret has 160 bits, and no two are equal', () => {
  expect(newSecret()).toHaveLength(20);
  expect(newSecret()).not.toEqual(newSecret());
});

test('the QR code holds what an authenticator app needs', () => {
  expect(base32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const { protocol, host, pathname, searchParams } = new URL(
    enrolmentUri(SECRET, 'ana@ejemplo.pe'),
  );
  expect([protocol, host, decodeURIComponent(pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Ráfaga:ana@ejemplo.pe',
  ]);
  expect(Object.fromEntries(searchParams)).toEqual({
    secret: base32(SECRET),
    issuer: 'Ráfaga',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
