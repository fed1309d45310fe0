import { expect, test } from '@jest/globals';
import { statement } from './namedParameters.js';

test('a parameter has one number wherever it stands, and its value is handed over by name', () => {
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
