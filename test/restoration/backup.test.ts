/**
 * Tests `rafaga respaldo`: a machine that is lost under load, restored from what was received, and
 * no number that is given twice.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDb } from '../../packages/db/testing/connections.js';
import { startApiProcess } from '../support/apiProcess.js';
import { PROGRAM, rafagaIn } from '../support/cli.js';
import { migrateDatabase } from '../support/databases.js';
import { fullPostgres } from '../support/fullPostgres.mjs';
import { type PostgresServer, serverFolder, startPostgres } from '../support/postgresServer.js';
import { type Program, startProgram } from '../support/program.js';
import { type Sold, sell } from '../support/sell.js';
import { ownServers } from '../support/servers.js';
import { MASTER_KEY } from '../support/settings.js';
import { untilIssued } from '../support/untilIssued.js';
import { waitFor } from '../support/waitFor.js';
import { anInstallation, type Installation } from './copy.js';

let server: PostgresServer;
let own: Installation;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  server = await startPostgres();
  await migrateDatabase(server.url);
  const { redisUrl, drop } = await ownServers();
  own = await anInstallation({ databaseUrl: server.url, redisUrl, drop });
  folder = serverFolder();
  env = {
    RAFAGA_BACKUP_DIR: path.join(folder, 'respaldo'),
    RAFAGA_PG_BIN: await fullPostgres(),
    RAFAGA_MASTER_KEY: MASTER_KEY.toString('base64'),
    REDIS_URL: redisUrl,
  };
});
afterAll(async () => {
  await own?.stop();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** One command of `rafaga`, as the owner of the database. */
async function rafaga(...words: string[]) {
  const run = rafagaIn(own.home, { ...env, DATABASE_BACKUP_URL: server.url });
  const { code, stdout, stderr } = await run('respaldo', ...words, '--json');
  return { code, stderr, json: stdout ? JSON.parse(stdout) : undefined };
}

const started = (...words: string[]): Program =>
  startProgram(process.execPath, [PROGRAM, 'respaldo', ...words], {
    env: { PATH: process.env.PATH, RAFAGA_HOME: own.home, ...env, DATABASE_BACKUP_URL: server.url },
  });

const receiver = (...words: string[]): Program => started('recibir', '--cada', '1', ...words);

/** When the server has everything that was written until now in its backup. */
async function backedUp({
  words = [] as string[],
  before = async (): Promise<unknown> => undefined,
} = {}): Promise<void> {
  const since = Date.now();
  await waitFor('the backup to be complete', async () => {
    await before();
    const { json } = await rafaga('listar', ...words);
    return Date.parse(json.completo_hasta ?? 0) >= since;
  });
}

async function asOwner<R extends object>(sql: string): Promise<R[]> {
  const db = createTestDb(server.url, { max: 1 });
  const { rows } = await db.pool.query<R>(sql);
  await db.close();
  return rows;
}

test('a machine lost under load is restored, and no number is given twice', async () => {
  await expectPruned();
  const receiving = receiver('--sin-servidor', '8');
  const api = await startApiProcess({
    DATABASE_URL: server.url,
    REDIS_URL: own.redisUrl,
    RAFAGA_HOME: own.home,
  });
  const sold: Sold[] = [];
  await sell(api.port, own.tenant.credentials, sold, () => sold.length >= 20);
  await backedUp();
  await asOwner('SELECT pg_switch_wal()');
  const safe = sold.length;
  const minute = new Date();
  const selling = Promise.all(
    [1, 2, 3].map(() => sell(api.port, own.tenant.credentials, sold, () => false)),
  );
  await waitFor('more sales', () => sold.length >= safe + 60);
  await Promise.all([server.kill(), api.end('SIGKILL')]);
  await selling;
  expect(await receiving.ended).toBe(1);
  expect(receiving.output()).toContain('PostgreSQL no responde');
  rmSync(server.data, { recursive: true });
  rmSync(own.filesDir, { recursive: true });

  await expectComplete({ documents: safe, minute });

  const data = path.join(folder, 'nueva/data');
  const restored = await rafaga('restaurar', '--en', data, '--archivos', own.filesDir);
  expect([restored.stderr, restored.code]).toEqual(['', 0]);
  server = await startPostgres({ data, settings: { archive_mode: 'on' } });
  own.databaseUrl = server.url;
  const rows = await asOwner<{ id: string }>('SELECT id FROM documents');
  const known = new Set(rows.map(({ id }) => Number(id)));
  expect(sold.slice(0, safe).filter(({ id }) => !known.has(id))).toEqual([]);

  await expectNewNumbers(new Set(sold.map(({ number }) => number)));
});

/** Two backups, of which the older one is removed. */
async function expectPruned(): Promise<void> {
  const first = await rafaga('crear');
  expect([first.stderr, first.code]).toEqual(['', 0]);
  const second = await rafaga('crear');
  expect([second.stderr, second.code]).toEqual(['', 0]);
  const pruned = await rafaga('podar', '--conservar', '1');
  expect(pruned.json.borrados).toEqual([first.json.id]);
}

/** The backup has these documents of this minute, and passes a check and a drill. */
async function expectComplete({ documents, minute }: { documents: number; minute: Date }) {
  const checked = await rafaga('verificar');
  expect(checked.stderr).toBe('');
  expect(checked.json).toMatchObject({ respaldos: [{ faltan: [] }], faltas: [] });
  const drill = await rafaga('simulacro', '--en', folder);
  expect([drill.stderr, drill.code, drill.json.faltas]).toEqual(['', 0, []]);
  expect(drill.json).toMatchObject({ segundos_por_gb: expect.any(Number) });
  expect(drill.json.documentos).toBeGreaterThanOrEqual(documents);

  // what could not be restored leaves the folder to the next try
  const place = path.join(folder, 'lejos');
  const beyond = await rafaga('restaurar', '--hasta', '2099-01-01 00:00', '--en', place);
  expect(beyond.stderr).toContain('no llega hasta ese minuto');
  expect(readdirSync(place)).toEqual([]);

  const until = await rafaga(
    ...['restaurar', '--hasta', minute.toISOString(), '--en', path.join(folder, 'minuto/data')],
  );
  expect(until.stderr).toBe('');
  expect(until.json.documentos).toBe(documents);
}

/** Nothing is issued until the restoration ends, and then none of these numbers. */
async function expectNewNumbers(sold: ReadonlySet<string>): Promise<void> {
  const [again] = [await own.api(), await own.worker()];
  // the first call may find a server that has just begun too slow
  const refused = await waitFor('the API to reach the restored server', async () => {
    const { codigo } = (await again.boleta(own.tenant.credentials)).json;
    return !TOO_SLOW.has(codigo) && codigo;
  });
  expect(refused).toBe('restauracion');
  await step('reconstruir');
  await step('terminar', '--persona', 'ana', '--saltar', '100', '--motivo', 'se perdió la máquina');
  await step('terminar', '--persona', 'luis', '--saltar', '100');
  for (let turn = 0; turn < 5; turn += 1) {
    const issued = await again.boleta(own.tenant.credentials);
    expect([issued.status, sold.has(issued.json.datos.numero_completo)]).toEqual([201, false]);
  }
}

const TOO_SLOW = new Set<unknown>(['servicio_no_disponible', 'emision_sin_confirmar']);

async function step(...words: string[]) {
  const run = rafagaIn(own.home, { ...env, DATABASE_URL: server.url });
  const { code, stderr } = await run('restaurar', ...words, '--json');
  expect([code, stderr]).toEqual([0, '']);
}

test('the log can come by archive_command, each segment once', async () => {
  const words = ['--carpeta', path.join(folder, 'archivado')];
  const early = await rafaga('archivar-wal', PROGRAM.replace(/[^/]+$/, '0'.repeat(24)), ...words);
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('montado')]);
  expect(await rafaga('crear', ...words)).toMatchObject({ code: 0, stderr: '' });
  const alone = await rafaga('verificar', ...words);
  expect([alone.code, alone.json.faltas]).toEqual([1, [expect.stringContaining('--archivado')]]);
  const command = [process.execPath, PROGRAM, 'respaldo', 'archivar-wal', '%p', ...words];
  await asOwner(`ALTER SYSTEM SET archive_command = '${command.join(' ')}'`);
  await asOwner('SELECT pg_reload_conf()');
  // what the worker stores after the last copy of the files would be missing
  await waitFor('the worker to have nothing to do', async () => {
    const pending = await asOwner(`SELECT FROM emissions WHERE stage <> 'review'
      UNION ALL SELECT FROM pending_cdrs`);
    return pending.length === 0;
  });
  const following = receiver('--archivado', ...words);
  // the server archives whole segments only
  await backedUp({ words, before: () => asOwner('SELECT pg_switch_wal()') });
  expect(await following.end('SIGTERM')).toBe(0);
  expect((await rafaga('verificar', ...words)).code).toBe(0);
  const wal = path.join(folder, 'archivado/wal');
  await issueAfterTheCopy(wal);
  const drill = await rafaga('simulacro', '--en', folder, ...words);
  expect([drill.stderr, drill.code, drill.json.faltas]).toEqual(['', 0, []]);
  // the XML, its ZIP and the CDR
  expect(drill.json.archivos).toMatchObject({ wrong: [], recent: 3 });

  const stored = path.join(wal, readdirSync(wal).find((name) => name.length === 24) as string);
  const copy = path.join(folder, path.basename(stored));
  const content = readFileSync(stored);
  writeFileSync(copy, content);
  expect((await rafaga('archivar-wal', copy, ...words)).code).toBe(0);
  writeFileSync(copy, 'of another server');
  const refused = await rafaga('archivar-wal', copy, ...words);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('otro contenido')]);
  expect(readFileSync(stored).equals(content)).toBe(true);
  expect(readdirSync(wal).filter((name) => name.startsWith('.'))).toEqual([]);
  const strange = await rafaga('archivar-wal', PROGRAM, ...words);
  expect([strange.code, existsSync(path.join(wal, 'main.js'))]).toEqual([1, false]);
});

/** Issues a document whose files are not copied, while the log of it arrives. */
async function issueAfterTheCopy(wal: string): Promise<void> {
  const api = await own.api();
  const { json } = await untilIssued(() => api.boleta(own.tenant.credentials, {}, 'late'));
  const isSettled = `SELECT FROM files WHERE document_id = ${json.datos.id} AND kind = 'cdr'`;
  await waitFor('it to be settled', async () => (await asOwner(isSettled)).length === 1);
  const [segment] = await asOwner<{ name: string }>(
    'SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS name, pg_switch_wal()',
  );
  await waitFor('its log', () => existsSync(path.join(wal, segment?.name ?? '')));
}

test('a receiver ends when the server does not keep the log for it any more', async () => {
  const receiving = receiver('--carpeta', path.join(folder, 'otro'));
  await waitFor('the receiver to follow', async () => {
    const followed = await asOwner('SELECT FROM pg_replication_slots WHERE active');
    return followed.length > 0;
  });
  await waitFor('the slot to be removed', () =>
    asOwner(
      `SELECT pg_terminate_backend(active_pid, 5000), pg_drop_replication_slot(slot_name)
        FROM pg_replication_slots`,
    ).then(
      () => true,
      () => false,
    ),
  );
  expect(await receiving.ended).toBe(1);
  expect(receiving.output()).toContain('no tiene la ranura');
});

test('a drill that is stopped leaves no copy of the database', async () => {
  const place = path.join(folder, 'simulacro');
  mkdirSync(place);
  const drill = started('simulacro', '--en', place);
  await waitFor('the copy to begin', () => readdirSync(place).length > 0);
  expect(await drill.end('SIGHUP')).toBe(1);
  expect(drill.output()).toContain('Detenido');
  expect(readdirSync(place)).toEqual([]);
});

test('what the store lost keeps no backup from being made, and is a fault once', async () => {
  const words = ['--carpeta', path.join(folder, 'perdido')];
  const bundle = 'archivo/2025-01/x.zip';
  await asOwner(`INSERT INTO archive_bundles (business_id, month, sequence, object_key, sha256,
      bytes, documents, signer)
    SELECT id, '2025-01', 1, '${bundle}', sha256('x'), 1, 1, 'x' FROM businesses LIMIT 1`);
  const [file] = await asOwner<{ id: string; key: string }>(
    'SELECT document_id AS id, object_key AS key FROM files ORDER BY document_id LIMIT 1',
  );
  const pack = path.join(own.filesDir, /^.+\.pack/.exec(file?.key ?? '')?.[0] as string);
  renameSync(pack, `${pack}.away`);
  const lost = [
    { documento_id: Number(file?.id), archivo: file?.key, por_que: 'no está' },
    { archivo: bundle, por_que: 'no está' },
  ];
  const first = await rafaga('crear', ...words);
  expect([first.code, first.json.faltas]).toEqual([1, [expect.stringContaining('MAL: perdidos')]]);
  expect(first.json.lost).toEqual(expect.arrayContaining(lost));
  const again = await rafaga('crear', ...words);
  expect([again.code, again.json.faltas]).toEqual([0, []]);
  expect(again.json.lost).toEqual(first.json.lost);
  const drill = await rafaga('simulacro', '--en', folder, ...words);
  expect([drill.stderr, drill.code, drill.json.faltas]).toEqual(['', 0, []]);
  expect(drill.json.archivos.wrong).toEqual(expect.arrayContaining(lost));

  renameSync(`${pack}.away`, pack);
  const mended = await rafaga('crear', ...words);
  expect([mended.code, mended.json.lost]).toEqual([0, lost.slice(1)]);
  expect((await rafaga('listar', ...words)).json.respaldos).toHaveLength(3);
  await asOwner(`DELETE FROM archive_bundles WHERE object_key = '${bundle}'`);
});

test('a damaged backup and a gap in the log are named', async () => {
  const [wal, base] = ['wal', 'bases'].map((name) =>
    path.join(env.RAFAGA_BACKUP_DIR as string, name),
  ) as [string, string];
  const [id] = readdirSync(base);
  const late = await rafaga('verificar', '--atraso', '1');
  expect([late.code, late.json.faltas]).toEqual([1, [expect.stringContaining('hasta hace')]]);
  const segment = readdirSync(wal).sort().at(-2) as string;
  rmSync(path.join(wal, segment));
  const gap = await rafaga('verificar');
  expect([gap.code, gap.stderr]).toEqual([1, expect.stringContaining(segment)]);
  mkdirSync(path.join(wal, segment));
  const short = await rafaga('restaurar', '--en', path.join(folder, 'corta/data'));
  const unreadable = expect.stringContaining('no se pudo leer el registro recibido: cp: ');
  expect([short.code, short.json.faltas]).toEqual([
    1,
    [expect.stringContaining('no llega'), unreadable],
  ]);
  const file = path.join(base, id as string, 'data', 'PG_VERSION');
  writeFileSync(file, `${readFileSync(file, 'utf8').trim()}6\n`);
  mkdirSync(path.join(base, 'otra'));
  const damaged = await rafaga('verificar');
  expect(damaged.code).toBe(1);
  expect(JSON.parse(damaged.stderr).respaldos).toEqual([
    expect.objectContaining({ id: 'otra', problema: expect.stringContaining('respaldo.json') }),
    expect.objectContaining({ id, problema: expect.stringContaining('PG_VERSION') }),
  ]);
});
