/**
 * Tests the commands of docker/BACKUP.md for pgBackRest, in Debian's version: a backup, a restore
 * to a minute on a lost machine, a drill beside it, and what the programs do then.
 */
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDb } from '../../packages/db/testing/connections.js';
import { unprivilegedUser } from '../../packages/servers/postgresProgram.mjs';
import { rafagaIn } from '../support/cli.js';
import { migrateDatabase } from '../support/databases.js';
import { freePort } from '../support/freePort.js';
import { type PostgresServer, serverFolder, startPostgres } from '../support/postgresServer.js';
import { ownServers } from '../support/servers.js';
import { MASTER_KEY } from '../support/settings.js';
import { pgbackrest } from '../support/testPrograms.mjs';
import { waitFor } from '../support/waitFor.js';
import { anInstallation, type Installation } from './copy.js';

const run = promisify(execFile);

let folder: string;
/** Starts pgBackRest with its libraries, also where PostgreSQL calls it. */
let program: string;
let settings: Record<string, string>;
let server: PostgresServer;
let spare: PostgresServer | undefined;
let own: Installation;
beforeAll(async () => {
  folder = serverFolder();
  program = path.join(folder, 'pgbackrest');
  const { file, env } = await pgbackrest();
  const libraries = env.LD_LIBRARY_PATH ?? '';
  writeFileSync(program, `#!/bin/sh\nLD_LIBRARY_PATH='${libraries}' exec '${file}' "$@"\n`);
  chmodSync(program, 0o755);
  settings = {
    unix_socket_directories: folder,
    archive_mode: 'on',
    archive_timeout: '60',
    archive_command: `${[program, ...options()].join(' ')} archive-push "%p"`,
  };
  server = await startPostgres({ settings });
  await migrateDatabase(server.url);
  const { redisUrl, drop } = await ownServers();
  own = await anInstallation({ databaseUrl: server.url, redisUrl, drop });
  configure(server.data, server.port);
});
afterAll(async () => {
  await own?.stop();
  await spare?.stop();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const options = () => [`--config=${folder}/pgbackrest.conf`, '--stanza=rafaga'];

/** The configuration of docker/BACKUP.md, with the folders of this test. */
function configure(data: string, port: number): void {
  const documented = /```ini\n([\s\S]+?)```/.exec(
    readFileSync(GUIDE, 'utf8').split(TITLE)[1] ?? '',
  );
  const changed: Record<string, string> = {
    'repo1-path': path.join(folder, 'repo'),
    'pg1-path': data,
    'pg1-socket-path': folder,
    'pg1-port': String(port),
    'pg1-user': 'rafaga',
  };
  const lines = (documented?.[1] ?? '').split('\n').map((line) => {
    const name = line.split('=')[0] ?? '';
    const value = changed[name];
    delete changed[name];
    return value === undefined ? line : `${name}=${value}`;
  });
  expect(changed).toEqual({});
  const more = [`cmd=${program}`, `lock-path=${folder}/lock`, 'log-level-file=off'];
  const text = lines.join('\n').replace('[global]', ['[global]', ...more].join('\n'));
  writeFileSync(path.join(folder, 'pgbackrest.conf'), text);
}

const GUIDE = path.resolve(import.meta.dirname, '../../docker/BACKUP.md');
const TITLE = '## With pgBackRest';

/** @returns what it printed; rejects with its error */
async function backrest(...words: string[]): Promise<string> {
  const env = { ...process.env, PGPASSWORD: new URL(server.url).password };
  const account = { ...unprivilegedUser(), cwd: '/', env };
  return (await run(program, [...options(), ...words], account)).stdout;
}

async function ask<R extends object>(sql: string, url = server.url): Promise<R | undefined> {
  const db = createTestDb(url, { max: 1 });
  const { rows } = await db.pool.query<R>(sql);
  await db.close();
  return rows[0];
}

/** In seconds, as pgBackRest compares the moment with the end of a backup. */
const serverTime = async () =>
  (await ask<{ at: number }>('SELECT floor(extract(epoch FROM now()))::int AS at'))?.at ?? 0;

async function stopOfBackup(): Promise<number> {
  const [stanza] = JSON.parse(await backrest('--output=json', 'info'));
  return stanza.backup[0].timestamp.stop;
}

const documentsAt = (url: string) =>
  ask<{ count: number }>('SELECT count(*)::int AS count FROM documents', url);

/** A restored server replays first: it is ready when it accepts writes. */
async function startRestored(data: string, port: number, given: Record<string, string>) {
  const started = await startPostgres({ data, port, settings: given });
  await waitFor('the end of the recovery', async () => {
    const row = await ask<{ busy: boolean }>('SELECT pg_is_in_recovery() AS busy', started.url);
    return row?.busy === false;
  });
  return started;
}

const rafaga = (url: string, ...words: string[]) =>
  rafagaIn(own.home, {
    DATABASE_URL: url,
    REDIS_URL: own.redisUrl,
    RAFAGA_MASTER_KEY: MASTER_KEY.toString('base64'),
  })(...words, '--json');

/** A drill beside the server has these documents, and archives nothing. */
async function expectDrill(documents: { count: number }): Promise<void> {
  const data = path.join(folder, 'spare/data');
  await backrest(`--pg1-path=${data}`, '--archive-mode=off', 'restore');
  spare = await startRestored(data, await freePort(), {});
  expect(await documentsAt(spare.url)).toEqual(documents);
  expect(await ask('SHOW archive_mode', spare.url)).toEqual({ archive_mode: 'off' });
  expect((await rafaga(spare.url, 'verificar')).code).toBe(0);
}

test('a lost database is restored to a minute, and no number is given twice', async () => {
  const { credentials } = own.tenant;
  await backrest('stanza-create');
  await backrest('check');
  const before = await own.api();
  expect((await before.boleta(credentials)).status).toBe(201);
  await backrest('--type=full', 'backup');
  await waitFor(
    'a moment after the backup',
    async () => (await serverTime()) > (await stopOfBackup()),
  );
  expect((await before.boleta(credentials)).status).toBe(201);
  const { now } = (await ask<{ now: string }>('SELECT clock_timestamp()::text AS now')) ?? {};
  const files = path.join(folder, 'files');
  cpSync(own.filesDir, files, { recursive: true });
  const third = await before.boleta(credentials);
  expect(third.json.datos.numero_completo).toBe('B001-3');
  // also ends the segment and waits until it is stored
  await backrest('check');
  await before.stop();

  await expectDrill({ count: 3 });
  await server.kill();
  rmSync(server.data, { recursive: true });
  const toMinute = ['--type=time', `--target=${now}`, '--target-action=promote', 'restore'];
  await backrest(...toMinute);
  server = await startRestored(server.data, server.port, settings);
  expect(await documentsAt(server.url)).toEqual({ count: 2 });
  // its new timeline goes to the same repository
  await backrest('check');
  expect(JSON.parse(await backrest('--output=json', 'info'))[0].status.code).toBe(0);

  const behind = await own.api();
  expect((await behind.boleta(credentials)).json.codigo).toBe('restauracion');
  await behind.stop();

  // with the files of the same moment nothing tells that a sale is missing
  await server.kill();
  await backrest('--delta', '--target-timeline=current', ...toMinute);
  server = await startRestored(server.data, server.port, settings);
  rmSync(own.filesDir, { recursive: true });
  cpSync(files, own.filesDir, { recursive: true });
  const begun = await rafaga(server.url, 'restaurar', 'iniciar', '--motivo', 'con pgBackRest');
  expect([begun.code, begun.stderr]).toEqual([0, '']);
  const restored = await own.api();
  expect((await restored.boleta(credentials)).json.codigo).toBe('restauracion');
});
