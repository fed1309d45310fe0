/** Tests that PostgreSQL is reached with TLS, and that a wrong certificate is named. */
import { chownSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { tlsCertificate } from '../../packages/certificates/testing/tlsCertificate.js';
import { createTestDb } from '../../packages/db/testing/connections.js';
import { unprivilegedUser } from '../../packages/servers/postgresProgram.mjs';
import { aHome, rafagaIn } from '../support/cli.js';
import { type PostgresServer, serverFolder, startPostgres } from '../support/postgresServer.js';

const folder = serverFolder();
const file = (name: string) => path.join(folder, name);
let server: PostgresServer;
beforeAll(async () => {
  const { ca, cert, key } = tlsCertificate();
  writeFileSync(file('own.crt'), ca);
  writeFileSync(file('other.crt'), tlsCertificate().ca);
  writeForServer('server.crt', cert);
  writeForServer('server.key', key);
  server = await startPostgres({
    settings: { ssl: 'on', ssl_cert_file: file('server.crt'), ssl_key_file: file('server.key') },
  });
});
afterAll(() => server.stop());

/** PostgreSQL refuses a key that others can read. */
function writeForServer(name: string, content: string): void {
  writeFileSync(file(name), content, { mode: 0o600 });
  const { uid, gid } = unprivilegedUser();
  if (uid !== undefined && gid !== undefined) chownSync(file(name), uid, gid);
}

function urlWith(authority: string): string {
  const url = Object.assign(new URL(server.url), { hostname: 'localhost' });
  url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('sslrootcert', authority);
  return url.href;
}

test('statements in SQL and of Prisma go through TLS with a verified certificate', async () => {
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
