/** Tables and facts are aligned, and control characters are removed. */
import { expect, test } from '@jest/globals';
import { facts, table } from './table.js';

test('columns are as wide as their widest cell, and no line ends with spaces', () => {
  const text = table(
    ['RUC', 'Nombre'],
    [
      ['20123456786', 'A'],
      ['2', null],
    ],
  );
  expect(text).toBe('RUC          Nombre\n20123456786  A\n2            —');
});

test('a table may have more rows than a function has arguments', () => {
  const rows = Array.from({ length: 200_000 }, () => ['20123456786']);
  expect(table(['RUC'], rows).split('\n')).toHaveLength(200_001);
});

test('facts without a value are left out', () => {
  expect(
    facts([
      ['RUC', '20123456786'],
      ['Ubigeo', null],
      ['Estado', 'activo'],
    ]),
  ).toBe('RUC     20123456786\nEstado  activo');
});

test('control characters do not reach the terminal', () => {
  expect(facts([['Nombre', 'a\u001b[31mb\nc\u202ed']])).toBe('Nombre  a [31mb c d');
});
