/** Tests that PostgreSQL is reached with TLS, and that a wrong certificate is named. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDb } from '../../packages/db/testing/connections.js';
import { unprivilegedUser } from '../../packages/dev/servers/postgresProgram.mjs';
import { aHome, rafagaIn } from '../support/cli.js';
import { type PostgresServer, serverFolder, startPostgres } from '../support/postgresServer.js';

const folder = serverFolder();
const file = (name: string) => path.join(folder, name);
let server: PostgresServer;
beforeAll(async () => {
  makeAuthority('own');
  makeAuthority('other');
  makeCertificate('own');
  server = await startPostgres({
    settings: { ssl: 'on', ssl_cert_file: file('server.crt'), ssl_key_file: file('server.key') },
  });
});
afterAll(() => server.stop());

const openssl = (words: string) => execFileSync('openssl', words.split(' '), { stdio: 'pipe' });

function makeAuthority(name: string): void {
  const files = `-keyout ${file(`${name}.key`)} -out ${file(`${name}.crt`)}`;
  openssl(`req -x509 -newkey rsa:2048 -nodes ${files} -subj /CN=${name} -days 2`);
}

function makeCertificate(authority: string): void {
  const files = `-keyout ${file('server.key')} -out ${file('server.csr')}`;
  openssl(`req -newkey rsa:2048 -nodes ${files} -subj /CN=localhost`);
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost');
  const by = `-CA ${file(`${authority}.crt`)} -CAkey ${file(`${authority}.key`)} -CAcreateserial`;
  const out = `-out ${file('server.crt')} -extfile ${file('names')} -days 2`;
  openssl(`x509 -req -in ${file('server.csr')} ${by} ${out}`);
  const { uid, gid } = unprivilegedUser();
  for (const each of ['server.key', 'server.crt']) {
    chmodSync(file(each), 0o600);
    if (uid !== undefined && gid !== undefined) chownSync(file(each), uid, gid);
  }
}

function urlWith(authority: string): string {
  const url = Object.assign(new URL(server.url), { hostname: 'localhost' });
  url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('sslrootcert', authority);
  return url.href;
}

test('statements in SQL and of Prisma go through TLS with a verified certificate', async () => {
  expect(readFileSync(file('own.crt'), 'utf8')).toContain('BEGIN CERTIFICATE');
  const db = createTestDb(urlWith(file('own.crt')), { max: 1 });
  try {
    const sql = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
    expect((await db.pool.query(sql)).rows).toEqual([{ ssl: true }]);
    expect(await db.prisma.$queryRawUnsafe(sql)).toEqual([{ ssl: true }]);
  } finally {
    await db.close();
  }
});

test.each([
  ['a certificate of another authority', () => file('other.crt'), 'no es de la autoridad'],
  ['a file that is not there', () => file('gone.crt'), 'sslrootcert'],
])('%s is named in Spanish', async (_, authority, text) => {
  const rafaga = rafagaIn(aHome(), { DATABASE_URL: urlWith(authority()) });
  const { code, stderr } = await rafaga('negocio', 'listar');
  expect([code, stderr]).toEqual([1, expect.stringContaining(text)]);
  const doctor = await rafaga('doctor');
  expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining(text)]);
});
