/**
 * Requests with the same value have the same canonical JSON and hash (RFC 8785), and different
 * values have different ones.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonical, canonicalHash } from './canonical.js';
import { EXAMPLES } from './examples.js';

test('numbers, texts and keys are written as RFC 8785 shows them', () => {
  const value = {
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0],
    string: '€$\u000f\nA\'B"\\\\"/',
    literals: [null, true, false],
  };
  expect(canonical(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  expect(
    Object.keys(
      JSON.parse(
        canonical({
          '\u20ac': 1,
          '\r': 2,
          '\ud83d\ude00': 3,
          '1': 4,
          '\u0080': 5,
          '\ufb33': 6,
          '\u00f6': 7,
        }),
      ),
    ),
  ).toEqual(['1', '\r', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']);
});

test('the canonical text of any value is JSON of the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 200 },
  );
});

/** The value as JSON text with other white space, order of keys and spellings of numbers. */
const respelt = (value: unknown, random: () => number): string => {
  const blank = () => ' \n\t'.slice(0, Math.floor(random() * 4));
  if (typeof value === 'number')
    return random() < 0.5
      ? value.toExponential()
      : Number.isInteger(value)
        ? `${value}.00`
        : `${value}0`;
  if (Array.isArray(value))
    return `[${blank()}${value.map((entry) => respelt(entry, random)).join(`,${blank()}`)}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .map((entry) => ({ entry, at: random() }))
    .sort((a, b) => a.at - b.at);
  const members = entries.map(
    ({ entry: [key, inner] }) => `${blank()}${JSON.stringify(key)}:${respelt(inner, random)}`,
  );
  return `{${members.join(',')}}`;
};

test('the order of keys, white space and the spelling of numbers do not change the hash', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 5, maxLength: 40 }),
      (numbers) => {
        let at = 0;
        const again: unknown = JSON.parse(
          respelt(EXAMPLES.boleta, () => numbers[at++ % numbers.length] ?? 0),
        );
        expect(canonicalHash('boleta', again)).toEqual(canonicalHash('boleta', EXAMPLES.boleta));
      },
    ),
    { numRuns: 100 },
  );
});

test('the order of lines, any value and the kind of document change the hash', () => {
  const { boleta } = EXAMPLES;
  const hashes = [
    canonicalHash('boleta', boleta),
    canonicalHash('factura', boleta),
    canonicalHash('boleta', { ...boleta, items: boleta.items.toReversed() }),
    canonicalHash('boleta', { ...boleta, observacion: 'caja 3' }),
    canonicalHash('boleta', { ...boleta, tipo_moneda: undefined }),
  ];
  expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(hashes.length);
});

test('lines with different keys are each written with their own keys', () => {
  expect(canonical([{ b: 1, a: 2 }, { b: 3, a: 4 }, { b: 5 }, 7, { b: 6, a: 7, c: 8 }])).toBe(
    '[{"a":2,"b":1},{"a":4,"b":3},{"b":5},7,{"a":7,"b":6,"c":8}]',
  );
});
