/** Dispatch guides and legends have valid codes, numbers and texts, each once. */
import { expect, test } from '@jest/globals';
import { aSale } from '../../testing/aSale.js';
import { faultsOf, warningsOf } from '../../testing/findings.js';
import type { Legend } from '../sale.js';

test.each(['T001-123', 'TA12-1', '0001-12345678', 'EG01-1', 'EG07-22', 'G001-5', 'V001-5'])(
  'the guide number %s is valid',
  (number) => {
    expect(warningsOf(aSale({ guides: [{ type: '09', number }] }))).toEqual([]);
  },
);

test('guides of another kind or form are observed, repeated ones refused', () => {
  expect(warningsOf(aSale({ guides: [{ type: '01', number: 'F001-1' }] }))).toEqual([
    'guides.0.type 4005',
    'guides.0.number 4006',
  ]);
  const guide = { type: '31', number: 'V001-1' };
  expect(faultsOf(aSale({ guides: [guide, { ...guide, type: '09' }, guide] }))).toEqual([
    'guides.2.number 2364',
  ]);
});

test.each<[string, Legend[], string[]]>([
  ['valid', [{ code: '2005', text: 'Venta realizada por emisor itinerante' }], []],
  ['unknown', [{ code: '9999', text: 'x' }], ['legends.0.code 3027']],
  [
    'repeated',
    [
      { code: '1000', text: 'UNO' },
      { code: '1000', text: 'DOS' },
    ],
    ['legends.1.code 3014'],
  ],
  ['empty', [{ code: '1000', text: '' }], ['legends.0.text 3006']],
  ['200 letters', [{ code: '1000', text: 'ñ'.repeat(200) }], []],
  ['201 letters', [{ code: '1000', text: 'ñ'.repeat(201) }], ['legends.0.text 3006']],
  ['of two lines', [{ code: '1000', text: 'UNO\nDOS' }], ['legends.0.text 3006']],
])('the text and code of a legend are checked: %s', (_name, legends, expected) => {
  expect(faultsOf(aSale({ legends }))).toEqual(expected);
});
