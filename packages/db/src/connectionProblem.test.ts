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
