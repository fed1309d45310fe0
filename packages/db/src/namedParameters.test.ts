/** Tests that named parameters become numbered ones. */
import { expect, test } from '@jest/globals';
import { statement } from './namedParameters.js';

test('a parameter that is used twice has one number, and its value is passed by name', () => {
  const insert = statement<{ id: number; name: string | null }>(
    'insert',
    'INSERT INTO t (id, name) SELECT :id::bigint, :name WHERE :id > 0',
  );
  expect(insert({ name: 'Ana', id: 7 })).toEqual({
    name: 'insert',
    text: 'INSERT INTO t (id, name) SELECT $1::bigint, $2 WHERE $1 > 0',
    values: [7, 'Ana'],
  });
});
