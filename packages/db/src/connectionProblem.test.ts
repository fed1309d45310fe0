/** Tests what is said of a PostgreSQL that refuses a connection. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { connectionProblem } from './connectionProblem.js';

const { DATABASE_URL = '' } = process.env;
const role = `limited_${randomBytes(4).toString('hex')}`;
const owner = new pg.Client({ connectionString: DATABASE_URL });

beforeAll(async () => {
  await owner.connect();
  await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'right' CONNECTION LIMIT 0`);
});
afterAll(async () => {
  await owner.query(`DROP ROLE ${role}`);
  await owner.end();
});

test.each([
  ['right', 'no admite más conexiones'],
  ['wrong', 'no admite el usuario o la contraseña'],
])('with a %s password of a role without room: %s', async (password, text) => {
  const url = new URL(DATABASE_URL);
  Object.assign(url, { username: role, password });
  const client = new pg.Client({ connectionString: url.href });
  const refused = await client.connect().catch((error: Error) => error);
  expect(connectionProblem(refused)).toContain(text);
});

test('a database that does not exist is said to be missing', async () => {
  const url = Object.assign(new URL(DATABASE_URL), { pathname: `/${role}` });
  const refused = await new pg.Client({ connectionString: url.href })
    .connect()
    .catch((error: Error) => error);
  expect(connectionProblem(refused)).toContain('no tiene la base de datos');
});

test.each([
  ['Authentication failed against the database server, the provided', 'no admite el usuario'],
  ['Database `rafaga` does not exist on the database server', 'no tiene la base de datos'],
  ["Can't reach database server at 127.0.0.1:1", 'nada contesta'],
])('what Prisma says of it is said in Spanish: %s', (message, text) => {
  expect(connectionProblem(new Error(`Invalid invocation:\n\n${message}`))).toContain(text);
});
