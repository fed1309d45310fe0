/** Tests the Prisma error codes for errors of PostgreSQL and the network. */
import { expect, test } from '@jest/globals';
import { prismaError } from './administer.mjs';

const URL_OF = 'postgresql://rafaga:secret@db.example:5433/ventas';

test.each([
  ['3D000', 'P1003', 'Database `ventas` does not exist'],
  ['42P04', 'P1009', 'Database `ventas` already exists'],
  ['28P01', 'P1000', 'Authentication failed against database server at `db.example`'],
  ['ECONNREFUSED', 'P1001', "Can't reach database server at `db.example:5433`"],
])('%s is %s to Prisma', (code, expected, message) => {
  expect(prismaError(Object.assign(new Error('raw'), { code }), URL_OF)).toEqual([
    expected,
    message,
  ]);
});

test('any other error keeps its message', () => {
  expect(prismaError(new Error('out of memory'), URL_OF)).toEqual(['P1001', 'out of memory']);
});
