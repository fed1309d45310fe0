/** Tests that the table of districts is complete, and finds districts by code and name. */
import { expect, test } from '@jest/globals';
import { DISTRICTS, districtOf, districtText, findDistricts } from './ubigeos.js';

test('every district has a code of its own, in a province and a department with names', () => {
  expect(DISTRICTS.length).toBeGreaterThan(1_850);
  expect(new Set(DISTRICTS.map(({ code }) => code)).size).toBe(DISTRICTS.length);
  expect(new Set(DISTRICTS.map(({ department }) => department)).size).toBe(25);
  for (const { code, name, province, department } of DISTRICTS) {
    expect(code).toMatch(/^(0[1-9]|1\d|2[0-5])(?!00)\d\d(?!00)\d\d$/);
    expect([code, name, province, department]).not.toContain('');
  }
});

test('a code gives the names of its district, province and department', () => {
  const lince = districtOf('150116');
  expect(lince && districtText(lince)).toBe('Lince, Lima, Lima');
  expect(districtOf('150199')).toBeUndefined();
});

test.each([
  ['Lince', ['150116']],
  ['RIMAC', ['150128']],
  ['miraflores', ['040110', '100506', '150122', '151021']],
  ['Miraflores, Arequipa', ['040110']],
  ['miraflores arequipa arequipa', ['040110']],
  ['san juan de lurigancho', ['150132']],
  ['Nínguno', []],
  ['', []],
])('«%s» means %j', (text, codes) => {
  expect(findDistricts(text).map(({ code }) => code)).toEqual(codes);
});
