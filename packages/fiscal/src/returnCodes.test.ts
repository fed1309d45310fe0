/** Every return code of SUNAT has an obligation and a meaning; unknown codes go to review. */
import { expect, test } from '@jest/globals';
import { type Obligation, verdict } from './returnCodes.js';

const OBLIGED: [Obligation, string[]][] = [
  ['accepted', ['0', '0000', '4000', '4208', '4252', '4999']],
  ['retry', ['0100', '0109', '0130', '0134', '0138', '0200', '0250', '0251', '0253', '100', '200']],
  ['ask', ['0140', '1033', '0402', '0307', '2109', '2223', '2282', '2403']],
  [
    'configuration',
    [
      '0101',
      '0102',
      '0105',
      '0111',
      '0112',
      '0113',
      '0154',
      '1078',
      '1086',
      '2325',
      '2328',
      '2335',
    ],
  ],
  ['ours', ['0151', '0155', '0161', '0252', '0306', '1001', '1031', '1034', '1077']],
  [
    'rejected',
    ['1032', '2000', '2010', '2108', '2329', '2334', '2336', '2800', '3291', '3462', '3999'],
  ],
  ['review', ['1079', '1080', '1083', '1084']],
];

test.each(
  OBLIGED.flatMap(([obligation, codes]) => codes.map((code) => [code, obligation] as const)),
)('the code %s has the obligation %s', (code, obligation) => {
  const { do: obliged, source } = verdict(code);
  expect(obliged).toBe(obligation);
  expect(source).toBeDefined();
});

test.each([
  '0199',
  '0999',
  '1500',
  '1999',
  '5000',
  '9999',
  '',
  'abc',
  '12345',
  '-1',
  'constructor',
])('the code %j is unknown', (code) => {
  expect(verdict(code)).toEqual({ do: 'review', means: 'unknown' });
});

test.each([
  ['1033', 'number_taken'],
  ['1032', 'number_spent'],
  ['2987', 'number_spent'],
  ['2403', 'sent_before'],
  ['0102', 'access'],
  ['2335', 'altered'],
  ['2325', 'certificate'],
  ['1079', 'late_boleta'],
] as const)('the code %s has the meaning %s', (code, meaning) => {
  expect(verdict(code).means).toBe(meaning);
});
