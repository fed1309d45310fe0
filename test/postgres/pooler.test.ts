/** Tests that a PgBouncer that cannot serve the programs is named at the first connection. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { poolsTransactions } from '@rafaga/db';
import { unprivilegedUser } from '../../packages/dev/servers/postgresProgram.mjs';
import { aHome, rafagaIn } from '../support/cli.js';
import {
  freePort,
  type PostgresServer,
  serverFolder,
  startPostgres,
} from '../support/postgresServer.js';
import { type Program, startProgram } from '../support/program.js';
import { pgbouncer } from '../support/testPrograms.mjs';
import { waitFor } from '../support/waitFor.js';

let server: PostgresServer;
let pooler: Program;
let url: string;
beforeAll(async () => {
  server = await startPostgres();
  const port = await freePort();
  const settings = path.join(serverFolder(), 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
     * = host=127.0.0.1 port=${server.port} user=rafaga password=test
     [pgbouncer]
     listen_addr = 127.0.0.1
     listen_port = ${port}
     auth_type = any
     pool_mode = transaction
     unix_socket_dir =`.replace(/^ +/gm, ''),
  );
  const { file, env } = await pgbouncer();
  pooler = startProgram(file, [settings], { env, user: unprivilegedUser() });
  url = Object.assign(new URL(server.url), { port: String(port) }).href;
});
afterAll(async () => {
  await pooler?.end('SIGKILL');
  await server?.stop();
});

test('a pooler by transaction is told from a server, and named in Spanish', async () => {
  await waitFor(
    () => `PgBouncer to answer: ${pooler.output()}`,
    () => poolsTransactions(url).catch(() => false),
  );
  expect(await poolsTransactions(server.url)).toBe(false);
  const rafaga = rafagaIn(aHome(), { DATABASE_URL: url });
  const { code, stderr } = await rafaga('negocio', 'listar');
  expect([code, stderr]).toEqual([1, expect.stringContaining('PgBouncer')]);
  expect((await rafaga('doctor')).stdout).toContain('PgBouncer');
});
