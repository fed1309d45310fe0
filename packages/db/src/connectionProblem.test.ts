/** Tests what is said of a PostgreSQL that refuses a connection. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { connectionProblem, unreachablePostgres } from './connectionProblem.js';

const { DATABASE_URL = '' } = process.env;
const role = `limited_${randomBytes(4).toString('hex')}`;
const silent: Socket[] = [];
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

const refusedBy = (url: URL) =>
  new pg.Client({ connectionString: url.href }).connect().catch((error: Error) => error);

test('a role that does not exist is said to be missing', async () => {
  const url = Object.assign(new URL(DATABASE_URL), { username: `${role}_no` });
  const refused = await refusedBy(url);
  expect(unreachablePostgres(refused)).toMatch(
    /^PostgreSQL no responde: no (tiene el usuario|admite el usuario)/,
  );
});

test('what a server says in another language is known by its code', () => {
  const refused = Object.assign(new Error('falló la autentificación'), { code: '28P01' });
  expect(unreachablePostgres(refused)).toBe(
    'PostgreSQL no responde: no admite el usuario o la contraseña',
  );
});

test('a server that is not reached is named with its address and the code', async () => {
  const url = Object.assign(new URL(DATABASE_URL), { hostname: '127.0.0.1', port: '9' });
  expect(unreachablePostgres(await refusedBy(url))).toBe(
    'PostgreSQL no responde en 127.0.0.1:9: conexión rechazada [ECONNREFUSED]',
  );
  // callers of the API read this, which names no address
  expect(connectionProblem(await refusedBy(url))).toBeUndefined();
});

test('a server that answers too late, or closes the connection, is told', async () => {
  const server = createServer((socket) => silent.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const options = { host: '127.0.0.1', port, connectionTimeoutMillis: 50 };
  const late = await new pg.Client(options).connect().catch((error: Error) => error);
  expect(unreachablePostgres(late)).toBe('PostgreSQL no responde: no contesta a tiempo');
  server.on('connection', (socket) => socket.end());
  const closed = await new pg.Client({ ...options, connectionTimeoutMillis: 20_000 })
    .connect()
    .catch((error: Error) => error);
  expect(unreachablePostgres(closed)).toBe('PostgreSQL no responde: la conexión se cortó');
  for (const socket of silent) socket.destroy();
  server.close();
});

test('what Prisma says of it keeps the address', () => {
  const message = "Invalid invocation:\n\n\nCan't reach database server at 127.0.0.1:9";
  expect(unreachablePostgres(new Error(message))).toBe(
    'PostgreSQL no responde en 127.0.0.1:9: nada contesta ahí [P1001]',
  );
});

test('an error of a statement is none of the connection', () => {
  expect(unreachablePostgres(new Error('syntax error'))).toBeUndefined();
});
