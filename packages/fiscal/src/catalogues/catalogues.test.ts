/** The catalogues are complete, and rows apply from their first day in force to their last. */
import { expect, test } from '@jest/globals';
import { scaledText } from '../money.js';
import { ADDITIONAL_ELEMENT } from './additionalElements.js';
import { AFFECTATION } from './affectations.js';
import { ALLOWANCE } from './allowances.js';
import { CONCEPT } from './concepts.js';
import { inForce } from './dated.js';
import { lastDay } from './deadlines.js';
import { DETRACTION_GOODS, isDetractionGoods } from './detractions.js';
import { DOCUMENT, DOCUMENT_TYPE } from './documents.js';
import { bagTax } from './icbper.js';
import { IDENTITY, isSameIdentity } from './identities.js';
import { ISC_SYSTEM } from './iscSystems.js';
import { LEGEND } from './legends.js';
import { PAYMENT_MEANS } from './means.js';
import { isDetraction, isExport, OPERATION } from './operations.js';
import { PERCEPTION, perceptionFactor } from './perceptions.js';
import { PRICE_TYPE } from './priceTypes.js';
import { factorOf, generalRate, igvRates, riceRate } from './rates.js';
import { RELATED_DOCUMENT } from './relatedDocuments.js';
import { SIMPLE_OPERATION } from './simpleOperations.js';
import { TAX } from './taxes.js';
import { anonymousLimit } from './thresholds.js';
import { isUnit } from './units.js';

// the counts are those of the workbook's sheet, except: 05 omits income tax, which does not apply
// to sales; 51 omits purchases; 54 adds five later codes
test.each([
  ['01', DOCUMENT, 40],
  ['05', TAX, 9],
  ['06', IDENTITY, 13],
  ['07', AFFECTATION, 19],
  ['08', ISC_SYSTEM, 3],
  ['12', RELATED_DOCUMENT, 11],
  ['14', CONCEPT, 12],
  ['15', ADDITIONAL_ELEMENT, 45],
  ['16', PRICE_TYPE, 3],
  ['17', SIMPLE_OPERATION, 20],
  ['22', PERCEPTION, 3],
  ['51', OPERATION, 28],
  ['52', LEGEND, 15],
  ['53', ALLOWANCE, 22],
  ['54', DETRACTION_GOODS, 44],
  ['59', PAYMENT_MEANS, 22],
])('catalogue %s has all of its rows', (_number, table, rows) => {
  expect(Object.keys(table)).toHaveLength(rows);
});

test('facturas and boletas have their codes of catalogue 01', () => {
  expect([DOCUMENT[DOCUMENT_TYPE.factura], DOCUMENT[DOCUMENT_TYPE.boleta]]).toEqual([
    'Factura',
    'Boleta de venta',
  ]);
});

test('a row applies from its first day to its last, and a later row replaces it', () => {
  const told = { source: 'a norm', confidence: 'decree' } as const;
  const rows = [
    { from: '2020-01-01', until: '2020-06-30', ...told },
    { from: '2021-01-01', ...told },
    { from: '2022-01-01', ...told },
  ];
  expect(inForce(rows, '2019-12-31')).toBeUndefined();
  expect(inForce(rows, '2020-06-30')).toBe(rows[0]);
  expect(inForce(rows, '2020-07-01')).toBeUndefined();
  expect(inForce(rows, '2022-01-01')).toBe(rows[2]);
});

test.each([
  ['2019-07-31', '0'],
  ['2019-08-01', '0.1'],
  ['2020-12-31', '0.2'],
  ['2021-01-01', '0.3'],
  ['2022-05-05', '0.4'],
  ['2023-01-01', '0.5'],
  ['2026-11-21', '0.5'],
])('a bag of %s pays S/ %s', (day, soles) => {
  expect(scaledText(bagTax(day))).toBe(soles);
});

test.each([
  ['2022-08-31', ['18']],
  ['2025-12-31', ['18', '10']],
  ['2026-12-31', ['18', '10.5']],
  ['2027-01-01', ['18', '15', '12']],
  ['2027-12-31', ['18', '15', '12']],
  ['2028-01-01', ['18']],
])('on %s a line may show an IGV of %j', (day, rates) => {
  expect(igvRates(day).map(scaledText)).toEqual(rates);
});

test('the general IGV is 18 percent and the IVAP 4', () => {
  expect(scaledText(generalRate('2026-11-21'))).toBe('18');
  expect(scaledText(factorOf(generalRate('2026-11-21')))).toBe('0.18');
  expect(scaledText(riceRate('2026-11-21'))).toBe('4');
});

test.each([
  ['factura', '2026-11-21', '2026-11-24'],
  ['boleta', '2026-11-21', '2026-11-26'],
  ['factura', '2023-01-05', '2023-01-12'],
  ['factura', '2023-01-06', '2023-01-09'],
  ['boleta', '2019-12-31', '2020-01-07'],
] as const)('a %s of %s can be sent until %s', (kind, issued, last) => {
  expect(lastDay(kind, issued)).toBe(last);
});

test.each(['51', '52', '53'])('the regime %s has the rate that the law sets', (code) => {
  expect(perceptionFactor(code, '2026-11-21')).toBe(
    { '51': '0.02', '52': '0.01', '53': '0.005' }[code],
  );
});

test('unknown codes, even names of object properties, are not found', () => {
  expect(perceptionFactor('constructor', '2026-11-21')).toBeUndefined();
  expect(isDetractionGoods('toString', '2026-11-21')).toBe(false);
  expect(isUnit('constructor')).toBe(false);
  expect(isExport('__proto__')).toBe(false);
});

test('a code of catalogue 54 applies from its first day', () => {
  expect(isDetractionGoods('037', '2026-11-21')).toBe(true);
  expect(isDetractionGoods('046', '2026-08-31')).toBe(false);
  expect(isDetractionGoods('046', '2026-09-01')).toBe(true);
});

test.each([
  'NIU',
  'ZZ',
  'KGM',
  'LTR',
  'MTR',
  'BX',
  'DZN',
  'C62',
  '4A',
  'E48',
  'H87',
  'ROM',
  'PTN',
  'PFL',
  'PLA',
  'SM3',
  'SQR',
  'NM3',
  'SYR',
])('%s is a unit', (code) => {
  expect(isUnit(code)).toBe(true);
});

test.each(['UND', 'KILOS', 'niu', '', 'XPK', 'E00', 'H00', 'I55', 'O10', 'Q99'])(
  '%j is not a unit',
  (code) => {
    expect(isUnit(code)).toBe(false);
  },
);

test('detracciones and exports are recognised by their operation', () => {
  expect(Object.keys(OPERATION).filter(isDetraction)).toEqual(['1001', '1002', '1003', '1004']);
  expect(Object.keys(OPERATION).filter(isExport)).toEqual([
    '0200',
    '0201',
    '0202',
    '0203',
    '0204',
    '0205',
    '0206',
    '0207',
    '0208',
  ]);
});

test.each([
  ['0101', ['factura', 'boleta']],
  ['0112', ['factura']],
  ['0113', ['boleta']],
  ['0202', ['factura']],
  ['1001', ['factura', 'boleta']],
  ['2002', ['factura']],
  ['2105', ['boleta']],
  ['2106', ['factura']],
])('the operation %s is for %j', (code, kinds) => {
  expect(OPERATION[code]?.kinds).toEqual(kinds);
});

test.each([
  ['10', '1000'],
  ['15', '9996'],
  ['17', '1016'],
  ['20', '9997'],
  ['21', '9996'],
  ['30', '9998'],
  ['31', '9996'],
  ['40', '9995'],
] as const)('a line with affectation %s has the tax %s', (code, tax) => {
  expect(AFFECTATION[code].tax).toBe(tax);
});

test('a boleta needs no identified client up to S/ 700', () => {
  expect(anonymousLimit('2026-11-21')).toBe(70_000n);
});

test.each([
  ['ab123456', 'AB123456', true],
  ['-', '00000000', true],
  ['45678912', '45678913', false],
  ['-', '45678912', false],
])('the identity documents %s and %s: the same %s', (one, other, same) => {
  expect([isSameIdentity(one, other), isSameIdentity(other, one)]).toEqual([same, same]);
});
