/** Tests what errors of a real PostgreSQL mean for the statement. */
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { isConnectionLost, isUnavailable } from './databaseErrors.js';

const ownerUrl = process.env.DATABASE_URL as string;

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error) => error,
  );
}

async function connected(): Promise<pg.Client> {
  const client = new pg.Client(ownerUrl);
  // the server ends the connection
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

test.each([
  ['25P04', "SET transaction_timeout = '50ms'", 'SELECT pg_sleep(60)'],
  ['57014', "SET statement_timeout = '50ms'", 'SELECT pg_sleep(60)'],
  ['25006', 'SET default_transaction_read_only = on', 'CREATE TABLE unwritten ()'],
])('%s: nothing was written, and it may succeed later', async (code, setting, statement) => {
  const client = await connected();
  await client.query(setting);
  const error = await errorOf(client.query(statement));
  expect(error).toMatchObject({ code });
  expect([isUnavailable(error), isConnectionLost(error)]).toEqual([true, false]);
  await client.end();
});

test('a refused login writes nothing, and may succeed later', async () => {
  const address = Object.assign(new URL(ownerUrl), { password: 'otra' });
  const error = await errorOf(new pg.Client(address.href).connect());
  expect(error).toMatchObject({ code: '28P01' });
  expect([isUnavailable(error), isConnectionLost(error)]).toEqual([true, false]);
});

test('a statement that is wrong is its own cause', async () => {
  const client = await connected();
  const error = await errorOf(client.query('SELECT * FROM absent'));
  expect([isUnavailable(error), isConnectionLost(error)]).toEqual([false, false]);
  await client.end();
});

test('a value that cannot be sent is a fault of the code, however often it is tried', async () => {
  const client = await connected();
  const circular: { itself?: object } = {};
  circular.itself = circular;
  const thrown: unknown[] = [];
  for (const value of [circular, { toPostgres: () => new Date(Number.NaN).toISOString() }])
    thrown.push(await errorOf(client.query('SELECT $1::json', [value])));
  expect(thrown).toEqual([expect.any(TypeError), expect.any(RangeError)]);
  expect(thrown.map(isUnavailable)).toEqual([false, false]);
  await client.end();
});
