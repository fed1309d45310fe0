/** PostgreSQL's own programs get the address as the programs of the installation read it. */
import { expect, test } from '@jest/globals';
import { libpqEnv } from './libpq.js';

test('several servers: each with its port, and only one that accepts writes', () => {
  const url = 'postgresql://ana:s%40la@db1/rafaga?host=db1,db2&port=5432,5433';
  expect(libpqEnv(url)).toMatchObject({
    PGHOST: 'db1,db2',
    PGPORT: '5432,5433',
    PGTARGETSESSIONATTRS: 'read-write',
    PGPASSWORD: 's@la',
  });
});

test('one server, with a certificate of the client; no other variable of this process', () => {
  process.env.RAFAGA_TEST_KEY = 'secret';
  const env = libpqEnv(
    'postgresql://ana@db:5433/rafaga?sslmode=verify-full&sslcert=/a.crt&sslkey=/a.key',
  );
  expect(env).toMatchObject({ PGPORT: '5433', PGSSLCERT: '/a.crt', PGSSLKEY: '/a.key' });
  expect(Object.keys(env)).not.toContain('PGTARGETSESSIONATTRS');
  expect(Object.keys(env)).not.toContain('RAFAGA_TEST_KEY');
});
