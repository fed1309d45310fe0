/** Tests which lines are found in which files. */
import { expect, test } from '@jest/globals';
import { faultsOf } from './lines.mjs';

const FILE = 'apps/api/src/app.ts';
const wide = `const sum = ${'one + '.repeat(20)}two;`;

test('a line of more than 100 columns is found', () => {
  expect(faultsOf(FILE, wide)).toEqual(['más de 100 columnas']);
  expect(faultsOf(FILE, wide.slice(0, 100))).toEqual([]);
});

test('columns are counted by character, not by code unit', () => {
  expect(faultsOf(FILE, '😀 '.repeat(50))).toEqual([]);
});

test('one long word may be wider', () => {
  expect(faultsOf(FILE, `// ${'x'.repeat(120)}`)).toEqual([]);
});

test('an unwanted word is found with the word to use instead', () => {
  expect(faultsOf(FILE, '  const bell = 1;')).toEqual(['bell (enqueue): const bell = 1;']);
});

test('a word is allowed only in the files that need it', () => {
  const line = "{ solicitud_id: '1' }";
  expect(faultsOf('packages/contract/src/refusal.ts', line)).toEqual([]);
  expect(faultsOf(FILE, line)).toHaveLength(1);
});
