/** The advice about a unit names a code of catalogue 03, whatever way a till writes the unit. */
import { expect, test } from '@jest/globals';
import { aLine, aSale } from '../testing/aSale.js';
import { warningsOf } from '../testing/findings.js';
import { isUnit } from './catalogues/units.js';
import { intendedUnit, mistakenUnit } from './intendedUnit.js';

test.each([
  ['UND', 'NIU'],
  ['und.', 'NIU'],
  ['Unidad', 'NIU'],
  ['KGS', 'KGM'],
  ['galón', 'GLL'],
  ['día', 'DAY'],
  ['serv', 'ZZ'],
  ['m2', 'MTK'],
  ['zz', 'ZZ'],
  ['h87', 'H87'],
])('%s is meant as %s', (written, code) => {
  expect(intendedUnit(written)?.code).toBe(code);
  expect(isUnit(code)).toBe(true);
});

test.each(['', '¿?', 'QQQ', 'unidad de medida muy larga'])('nothing is known of %s', (written) => {
  expect(intendedUnit(written)).toBeUndefined();
});

test.each([
  ['KG', ['lines.0.unit unidad_dudosa']],
  ['MT', ['lines.0.unit unidad_dudosa']],
  ['KGM', []],
  ['NIU', []],
])('a line in %s is announced when the code is that of another unit', (unit, warned) => {
  expect(warningsOf(aSale({ lines: [aLine({ unit })] }))).toEqual(warned);
  expect(isUnit(mistakenUnit(unit)?.meant.code ?? unit)).toBe(true);
});
