/**
 * Archives a month of a real environment, proves its bundles with unzip, sha256sum and openssl, and
 * kills the command between a stored bundle and its row. Then the month is detached, and its
 * documents are read from the bundles.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listAudit, pendingCdrColumn } from '@rafaga/db';
import { createVault } from '@rafaga/secrets';
import { aPerson } from '../../packages/db/testing/aPerson.js';
import { onDisk } from '../../packages/storage/testing/onDisk.js';
import type { Browser } from '../panel/browser.js';
import type { Calls } from '../support/api.js';
import { aHome, PROGRAM, rafagaIn } from '../support/cli.js';
import { startTestPanel } from '../support/panel.js';
import { issueInThePast, searchable } from '../support/pastMonth.js';
import { aReference } from '../support/saleBody.js';
import { createTenant, type Tenant } from '../support/tenant.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

const run = promisify(execFile);

let environment: TestEnvironment;
let api: Calls;
let home: string;
let tenant: Tenant;
/** What is issued now has ids of then. */
let issuedIn: string;
let rafaga: ReturnType<typeof rafagaIn>;
/** By reference: the id and the bytes of the 201. */
const issued = new Map<string, { id: number; answer: string }>();

async function sell(own: Tenant, count: number): Promise<string[]> {
  const references = Array.from({ length: count }, aReference);
  for (const reference of references) {
    const { status, text, json } = await api.boleta(own.credentials, {}, reference);
    expect(status).toBe(201);
    issued.set(reference, { id: json.datos.id, answer: text });
  }
  return references;
}

const idsOf = (references: readonly string[]) =>
  references.map((reference) => issued.get(reference)?.id ?? 0);

async function printed(ids: readonly number[]): Promise<void> {
  await waitFor('the PDFs of all documents', async () => {
    const { rowCount } = await environment.db.pool.query(
      `SELECT FROM files WHERE kind = 'pdf-a4' AND document_id = ANY ($1)`,
      [ids],
    );
    return rowCount === ids.length;
  });
}

beforeAll(async () => {
  environment = await startEnvironment();
  const { db, databaseUrl, redisUrl, filesDir } = environment;
  issuedIn = await issueInThePast(db);
  api = await environment.api();
  await environment.work();
  tenant = await createTenant(db, { printFormats: ['a4'] });
  home = aHome({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl });
  symlinkSync(filesDir, path.join(home, 'files'));
  rafaga = rafagaIn(home);
});
afterAll(() => environment.stop());

const folderOf = ({ ruc }: Tenant) => path.join(environment.filesDir, 'archivo', issuedIn, ruc);

test('a month goes into bundles that are proved without the database', async () => {
  const references = await sell(tenant, 5);
  const ids = idsOf(references);
  await environment.untilEnded(ids);
  await printed(ids);
  await searchable(environment.db);

  const made = await rafaga('archivar', 'crear', issuedIn, '--por-paquete', '3', '--json');
  expect(made).toMatchObject({ code: 0 });
  const { negocios, clave_publica } = JSON.parse(made.stdout);
  expect(negocios).toEqual([
    { ruc: tenant.ruc, paquetes: 2, documentos: 5, bytes: expect.any(Number) },
  ]);
  const again = await rafaga('archivar', 'crear', issuedIn);
  expect(again.stdout).toContain('nada nuevo que archivar');
  expect((await rafaga('archivar', 'verificar')).stdout).toContain('2 paquetes, 5 comprobantes');

  const stdout = await proved(clave_publica);
  expect(stdout).toContain(`# RUC ${tenant.ruc}, mes ${issuedIn}, paquetes 2`);
  expect(stdout.match(/Signature Verified Successfully/g)).toHaveLength(3);
  for (const reference of references) expect(stdout).toContain(`"referencia":"${reference}"`);

  await expectEntries(references[0] as string);
});

/** Runs what docker/ARCHIVE.md tells a third party to run. @returns what it prints */
async function proved(publicKey: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rafaga-archive-'));
  writeFileSync(path.join(folder, 'clave.pem'), publicKey);
  const script = `
    prove() { sha256sum --check --quiet SHA256SUMS && openssl pkeyutl -verify -pubin \
      -inkey ${folder}/clave.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig; }
    set -e
    cd ${folderOf(tenant)}
    prove
    head -1 SHA256SUMS
    for zip in *.zip; do
      unzip -q "$zip" -d ${folder}/"$zip"; (cd ${folder}/"$zip" && prove)
      diff <(cut -c67- ${folder}/"$zip"/SHA256SUMS
        printf '%s\\n' SHA256SUMS SHA256SUMS.sig clave-publica.pem) <(unzip -Z1 "$zip")
    done
    cat ${folder}/*/manifiesto.jsonl`;
  return (await run('bash', ['-c', script])).stdout;
}

/** The bundle has for this reference what the API gives. */
async function expectEntries(reference: string): Promise<void> {
  const { id, answer } = issued.get(reference) as { id: number; answer: string };
  const found = (await rafaga('archivar', 'buscar', reference, '--json')).stdout;
  const [{ paquete, carpeta }] = JSON.parse(found).encontrados;
  const zip = path.join(environment.filesDir, paquete);
  const entry = (name: string) => execFileSync('unzip', ['-p', zip, `${carpeta}/${name}`]);
  expect(entry('respuesta-201.json').toString()).toBe(answer);
  const base = carpeta.replace(/-\d+$/, '');
  for (const [file, name] of [
    ['xml', `${base}.xml`],
    ['cdr', `R-${base}.zip`],
    ['pdf', `${base}.a4.pdf`],
  ] as const) {
    const { bytes } = await api.get(`/v1/boletas/${id}/${file}`, tenant.credentials);
    expect(entry(name).equals(bytes)).toBe(true);
  }
  const { datos } = (await api.get(`/v1/boletas/${id}`, tenant.credentials)).json;
  const record = JSON.parse(entry('registro.json').toString());
  for (const field of ['numero_completo', 'fiscal', 'sustento', 'hash', 'qr', 'firma_cdr'])
    expect([field, record[field]]).toEqual([field, (datos as never)[field]]);
  expect(record).toMatchObject({ totales: datos.totales, referencia: datos.referencia });
}

test('verificar names what is missing, replaced, extra or of another key', async () => {
  const folder = folderOf(tenant);
  const inFolder = (name: string) => path.join(folder, name);
  const only = ['archivar', 'verificar', issuedIn, '--negocio', tenant.ruc];
  const wrong = async (...words: string[]) => {
    const { code, stderr } = await rafaga(...only, ...words);
    expect(code).toBe(1);
    return stderr;
  };
  const list = readFileSync(inFolder('SHA256SUMS'));
  const signature = readFileSync(inFolder('SHA256SUMS.sig'));

  writeFileSync(inFolder('SHA256SUMS'), list.subarray(0, -100));
  const truncated = await wrong();
  expect(truncated).toContain('SHA256SUMS: no es la lista de los paquetes del mes');
  expect(truncated).toContain('SHA256SUMS.sig: no es de la clave de los paquetes');
  expect(truncated).not.toContain('bórralo');
  rmSync(inFolder('SHA256SUMS'));
  rmSync(inFolder('SHA256SUMS.sig'));
  writeFileSync(inFolder('another.zip'), 'a zip');
  const missing = await wrong();
  for (const name of ['SHA256SUMS: no está', 'SHA256SUMS.sig: no está', 'another.zip: no está reg'])
    expect(missing).toContain(name);
  expect(missing).toContain('bórralo mientras ninguno esté en marcha');
  rmSync(inFolder('another.zip'));

  // as a run that was killed before the signature leaves it
  writeFileSync(inFolder('SHA256SUMS'), list);
  writeFileSync(inFolder('SHA256SUMS.sig'), signature.fill(7, 0, 1));
  expect(await wrong()).toContain('SHA256SUMS.sig');
  expect(await rafaga('archivar', 'crear', issuedIn, '--negocio', tenant.ruc)).toMatchObject({
    code: 0,
  });
  expect(await rafaga(...only)).toMatchObject({ code: 0 });

  const foreign = path.join(home, 'foreign.pem');
  const { publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(foreign, publicKey.export({ format: 'pem', type: 'spki' }));
  expect(await wrong('--clave', foreign)).toContain('.zip: lo firmó otra clave');
  const own = readFileSync(inFolder('clave-publica.pem'), 'utf8') + readFileSync(foreign, 'utf8');
  writeFileSync(foreign, `Clave pública de las firmas:\n${own}`);
  const withoutKey = rafagaIn(home, { RAFAGA_ARCHIVE_KEY: '' });
  expect(await withoutKey(...only, '--clave', foreign)).toMatchObject({ code: 0 });
  expect((await withoutKey(...only)).stderr).toContain('con --clave ARCHIVO');
  expect(await wrong('--clave', 'no-hay.pem')).toBe('No se puede leer no-hay.pem: no existe.\n');

  const none = await createTenant(environment.db);
  const nothing = await rafaga('archivar', 'verificar', issuedIn, '--negocio', none.ruc);
  expect(nothing).toMatchObject({ code: 1, stderr: expect.stringContaining('No hay paquetes') });
  mkdirSync(folderOf(none));
  writeFileSync(path.join(folderOf(none), 'another.zip'), 'a zip');
  const { code, stderr } = await rafaga('archivar', 'verificar', issuedIn);
  expect(code).toBe(1);
  expect(stderr).toContain('MAL: 1 de 2 paquetes');
  expect(stderr).toContain(`${none.ruc}/another.zip: no está registrado`);
  rmSync(folderOf(none), { recursive: true });
});

test('a reference whose bundle is lost is named with the bundle', async () => {
  const [reference = ''] = [...issued.keys()];
  const search = (...words: string[]) => rafaga('archivar', 'buscar', reference, ...words);
  const [{ paquete }] = JSON.parse((await search('--json')).stdout).encontrados;
  const zip = path.join(environment.filesDir, paquete);
  renameSync(zip, `${zip}.lost`);
  expect(await search()).toMatchObject({
    code: 1,
    stderr: `${paquete} no está: rafaga archivar verificar\n`,
  });
  renameSync(`${zip}.lost`, zip);
});

test('a list is written again only when it changed, and the earlier one stays', async () => {
  const folder = folderOf(tenant);
  const read = (name: string) => readFileSync(path.join(folder, name));
  const [list, signature] = [read('SHA256SUMS'), read('SHA256SUMS.sig')];
  const ids = idsOf(await sell(tenant, 1));
  await environment.untilEnded(ids);
  await printed(ids);
  await searchable(environment.db);
  const only = [issuedIn, '--negocio', tenant.ruc];
  const open = await rafaga('archivar', 'verificar', ...only);
  expect(open).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('falta archivar 1 comprobante:'),
  });

  const newKey = { RAFAGA_ARCHIVE_KEY: Buffer.alloc(32, 5).toString('base64') };
  const withNewKey = rafagaIn(home, newKey);
  expect(await withNewKey('archivar', 'crear', ...only)).toMatchObject({ code: 0 });
  const name = `SHA256SUMS-${createHash('sha256').update(list).digest('hex').slice(0, 12)}`;
  expect([read(name), read(`${name}.sig`)]).toEqual([list, signature]);
  const signed = read('SHA256SUMS.sig');
  // the installation's key signs nothing that did not change
  expect(await rafaga('archivar', 'crear', ...only)).toMatchObject({ code: 0 });
  expect(read('SHA256SUMS.sig')).toEqual(signed);
  const keys = path.join(home, 'keys.pem');
  writeFileSync(keys, Buffer.concat([read('clave-publica.pem'), read(`${name}.pem`)]));
  expect((await rafaga('archivar', 'verificar', ...only)).code).toBe(1);
  expect(await rafaga('archivar', 'verificar', ...only, '--clave', keys)).toMatchObject({
    code: 0,
  });
});

test('a run that is killed with -9 behind a stored bundle is finished by the next', async () => {
  const own = await createTenant(environment.db);
  const ids = idsOf(await sell(own, 4));
  await environment.untilEnded(ids);
  await searchable(environment.db);
  const lock = await environment.db.pool.connect();
  await lock.query('BEGIN; LOCK TABLE archive_bundles IN SHARE MODE');
  const env = { PATH: process.env.PATH ?? '', RAFAGA_HOME: home };
  const words = ['archivar', 'crear', issuedIn, '--negocio', own.ruc, '--por-paquete', '2'];
  const child = spawn(process.execPath, [PROGRAM, ...words], { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await waitFor('a run that waits to record its bundle', async () => {
    const { rowCount } = await environment.db.pool.query(
      `SELECT FROM pg_locks WHERE relation = 'archive_bundles'::regclass AND NOT granted`,
    );
    return rowCount === 1;
  });
  child.kill('SIGKILL');
  await ended;
  await lock.query('ROLLBACK');
  lock.release();

  expect(await rafaga(...words)).toMatchObject({ code: 0 });
  const { rows } = await environment.db.pool.query(
    'SELECT count(*)::int, count(DISTINCT bundle_id)::int AS bundles FROM archived_documents ' +
      'WHERE document_id = ANY ($1)',
    [ids],
  );
  expect(rows).toEqual([{ count: 4, bundles: 2 }]);
  const zips = execFileSync('ls', [folderOf(own)])
    .toString()
    .match(/\.zip/g);
  expect(zips).toHaveLength(2);
});

test('a document that changed goes into a further bundle, with a contradicting CDR', async () => {
  const [reference = ''] = [...issued.keys()];
  const { id = 0 } = issued.get(reference) ?? {};
  const only = [issuedIn, '--negocio', tenant.ruc];
  const place = async () =>
    JSON.parse((await rafaga('archivar', 'buscar', reference, '--json')).stdout).encontrados[0];
  const before = await place();
  const cdr = Buffer.from('a zip with another result');
  const digest = await contradict(id, cdr);

  const made = await rafaga('archivar', 'crear', ...only, '--json');
  expect(made).toMatchObject({ code: 0 });
  expect(JSON.parse(made.stdout).negocios).toMatchObject([{ paquetes: 1, documentos: 1 }]);
  const { paquete, carpeta } = await place();
  expect(paquete).not.toBe(before.paquete);
  const zip = path.join(environment.filesDir, paquete);
  const base = `R-${carpeta.replace(/-\d+$/, '')}`;
  const short = digest.toString('hex').slice(0, 12);
  const entry = (name: string) => execFileSync('unzip', ['-p', zip, `${carpeta}/${name}`]);
  expect(entry(`${base}.contradice-${short}.zip`)).toEqual(cdr);
  expect(entry(`${base}.zip`).equals(cdr)).toBe(false);
  const facts = JSON.parse(entry('documento.json').toString());
  expect(facts.contradicting).toMatchObject([{ code: '2017', state: 'rejected' }]);
  expect(facts.contradicting[0]).not.toHaveProperty('sealed');
  expect((await rafaga('archivar', 'crear', ...only)).stdout).toContain('nada nuevo');
  expect(
    await rafaga('archivar', 'verificar', ...only, '--clave', path.join(home, 'keys.pem')),
  ).toMatchObject({ code: 0 });

  await environment.db.pool.query('DELETE FROM pending_cdrs WHERE document_id = $1', [id]);

  const lock = await environment.db.pool.connect();
  const key = `hashtextextended('rafaga archive ${tenant.id} ${issuedIn}', 0)`;
  await lock.query(`SELECT pg_advisory_lock(${key})`);
  const second = await rafaga('archivar', 'crear', ...only);
  await lock.query(`SELECT pg_advisory_unlock(${key})`);
  lock.release();
  expect(second).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Otro proceso archiva'),
  });
});

/** Adds a CDR that contradicts the result of a document. @returns its hash */
async function contradict(id: number, cdr: Buffer): Promise<Buffer> {
  const digest = createHash('sha256').update(cdr).digest();
  const vault = createVault({ master: [Buffer.alloc(32, 3)] });
  await environment.db.pool.query(
    `INSERT INTO pending_cdrs (document_id, sha256, bytes, sealed, state, code, description, notes,
        attempt, worker, conflict)
      VALUES ($1, $2, $3, $4, 'rejected', '2017', 'contradicts', '[]', 1, 'test', 'other_state')`,
    [id, digest, cdr.length, vault.seal(cdr, pendingCdrColumn(id, digest))],
  );
  return digest;
}

/** Changes the stored XML of a document. @returns its key, and what undoes it */
async function damageXml(id: number) {
  const { rows } = await environment.db.pool.query(
    `SELECT object_key FROM files WHERE document_id = $1 AND kind = 'xml'`,
    [id],
  );
  // the XML is an entry of the zip that was sent
  const key = path.posix.dirname(rows[0].object_key);
  const { file, offset, length } = onDisk(environment.filesDir, key);
  const pack = readFileSync(file);
  writeFileSync(file, changedAt(pack, offset + Math.floor(length / 2)));
  return { key, undo: () => writeFileSync(file, pack) };
}

test('a damaged file keeps the month of its business open, and no other one', async () => {
  const [own, other] = [await createTenant(environment.db), await createTenant(environment.db)];
  const references = [...(await sell(own, 2)), ...(await sell(other, 1))];
  const ids = idsOf(references);
  await environment.untilEnded(ids);
  await searchable(environment.db);
  // a lost PDF, which can be drawn again, keeps it in no case
  await environment.db.pool.query(
    `INSERT INTO files (document_id, kind, sha256, bytes, object_key)
      VALUES ($1, 'pdf-a5', sha256(''), 1, 'lost/a5.pdf')`,
    [ids[0]],
  );
  const { key, undo } = await damageXml(ids[1] as number);
  const made = await rafaga('archivar', 'crear', issuedIn, '--por-paquete', '1', '--json');
  const checked = await rafaga('archivar', 'verificar', issuedIn, '--negocio', own.ruc);
  undo();
  expect(made.code).toBe(1);
  const { negocios, danados } = JSON.parse(made.stdout);
  expect(danados).toEqual([{ ruc: own.ruc, archivo: key, por_que: 'sus bytes cambiaron' }]);
  for (const { ruc } of [own, other])
    expect(negocios).toContainEqual(expect.objectContaining({ ruc, paquetes: 1, documentos: 1 }));
  // the index lists the bundle, and one document is in none
  expect([checked.code, checked.stdout + checked.stderr]).toEqual([
    1,
    expect.not.stringContaining('SHA256SUMS'),
  ]);
  const [act] = await listAudit(environment.db, { scope: own.id });
  expect(act).toMatchObject({ action: 'archive.create', after: { documentos: 1 } });
  const mended = await rafaga('archivar', 'crear', issuedIn);
  expect(mended).toMatchObject({ code: 0, stdout: expect.stringContaining(`${own.ruc}: 1 `) });
});

test('an archived document that changed is not "nothing new" while it is kept out', async () => {
  const [reference = ''] = [...issued.keys()];
  const [id = 0] = idsOf([reference]);
  const digest = await contradict(id, Buffer.from('a zip'));
  const { undo } = await damageXml(id);
  const create = ['archivar', 'crear', issuedIn, '--negocio', tenant.ruc];
  const damaged = await rafaga(...create);
  undo();
  // it is to be stored, later than this test ends
  const { db } = environment;
  await db.pool.query(
    `UPDATE pending_cdrs SET conflict = NULL, next_at = 'infinity' WHERE sha256 = $1`,
    [digest],
  );
  const open = await rafaga(...create);
  await db.pool.query('DELETE FROM pending_cdrs WHERE sha256 = $1', [digest]);
  for (const { code, stdout } of [damaged, open])
    expect([code, stdout]).toEqual([1, expect.not.stringContaining('nada nuevo')]);
  expect(damaged.stdout).toContain(`DAÑADO ${tenant.ruc}`);
  expect(open.stdout).toContain(`ABIERTO ${tenant.ruc}`);
});

test('a document that has not ended keeps the month of its business open, by name', async () => {
  const own = await createTenant(environment.db);
  // no worker claims its documents
  await environment.db.pool.query(
    `UPDATE businesses SET paused_until = '9999-12-31Z', pause_reason = 'test' WHERE id = $1`,
    [own.id],
  );
  const [reference = ''] = await sell(own, 1);
  await searchable(environment.db);
  const held = await rafaga('archivar', 'crear', issuedIn, '--negocio', own.ruc);
  expect(held).toMatchObject({ code: 1 });
  expect(held.stdout).toContain(`ABIERTO ${own.ruc}: 1 sin terminar`);
  expect(held.stdout).not.toContain('nada nuevo');
  expect(held.stdout).toMatch(new RegExp(`B001-1  ${reference}  pendiente`));
  await environment.db.pool.query('UPDATE businesses SET paused_until = NULL WHERE id = $1', [
    own.id,
  ]);
  await environment.untilEnded(idsOf([reference]));
});

test('a changed bundle is named, and the present month is refused', async () => {
  const { stdout } = await rafaga(
    'archivar',
    'listar',
    issuedIn,
    '--negocio',
    tenant.ruc,
    '--json',
  );
  const [{ archivo, sha256 }] = JSON.parse(stdout).paquetes;
  const file = path.join(environment.filesDir, archivo);
  const zip = execFileSync('cat', [file], { maxBuffer: 1e9 });
  expect(createHash('sha256').update(zip).digest('hex')).toBe(sha256);
  writeFileSync(file, changedAt(zip, 100));
  const wrong = await rafaga('archivar', 'verificar', issuedIn);
  writeFileSync(file, zip);
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain(`${archivo}: sus bytes cambiaron`);
  const now = new Date().toISOString().slice(0, 7);
  const early = await rafaga('archivar', 'crear', now);
  expect(early).toMatchObject({ code: 2, stderr: expect.stringContaining('todavía no termina') });
});

/** A copy of which one bit is another. */
function changedAt(content: Buffer, at: number): Buffer {
  const changed = Buffer.from(content);
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  return changed;
}

/** What the API answers for a document, and for each of its files. */
async function readAll(own: Tenant, id: number) {
  const { text, headers } = await api.get(`/v1/boletas/${id}`, own.credentials);
  const files = [];
  for (const name of ['xml', 'cdr', 'pdf?format=a4', 'pdf?format=a4']) {
    const { status, bytes } = await api.get(`/v1/boletas/${id}/${name}`, own.credentials);
    files.push({ status, sha256: createHash('sha256').update(bytes).digest('hex') });
  }
  return { text, tag: headers.etag, files };
}

test('the API and the panel read the documents of a detached month from its bundles', async () => {
  const [reference = ''] = [...issued.keys()];
  const { id } = issued.get(reference) as { id: number };
  const before = await readAll(tenant, id);
  expect(before.files.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const earlier = await sellAMonthEarlier();
  const early = await rafaga('archivar', 'desprender', issuedIn);
  const advice = `archivar crear ${earlier}; rafaga archivar crear ${issuedIn}`;
  expect(early).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`Falta archivar 2 comprobantes: rafaga ${advice}`),
  });
  for (const month of [earlier, issuedIn])
    expect(await rafaga('archivar', 'crear', month)).toMatchObject({ code: 0 });
  const refused = await rafaga('archivar', 'desprender', issuedIn);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('el dueño') });
  await anOldOperation(id);
  const env = { RAFAGA_HOME: home, DATABASE_URL: environment.databaseUrl };
  const words = [PROGRAM, 'archivar', 'desprender', issuedIn];
  const detached = await run(process.execPath, words, { env });
  expect(detached.stdout).toContain('15 comprobantes');

  expect(await readAll(tenant, id)).toEqual(before);
  const ticket = await api.get(`/v1/boletas/${id}/pdf?format=ticket-80`, tenant.credentials);
  expect(ticket.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const prefer = { ...tenant.credentials, Prefer: 'wait=1' };
  expect((await api.get(`/v1/boletas/${id}`, prefer)).text).toBe(before.text);
  const other = await createTenant(environment.db);
  for (const end of ['', '/xml', '/pdf'])
    expect((await api.get(`/v1/boletas/${id}${end}`, other.credentials)).status).toBe(404);
  expect((await api.get(`/v1/facturas/${id}`, tenant.credentials)).status).toBe(404);
  await answersRepeated(reference, id);
  await refusesUnreadable(reference, id);
  await drawsDamaged(id);
  await seenInPanel(reference, id, other);
});

/** Issues one that is in the partitions of the first month all the same. @returns its month */
async function sellAMonthEarlier(): Promise<string> {
  const { pool } = environment.db;
  const { rows } = await pool.query<{ text: string }>(
    `SELECT pg_get_functiondef('document_id'::regproc) AS text`,
  );
  const text = rows[0]?.text ?? '';
  await pool.query(text.replace('clock_timestamp()', `clock_timestamp() - interval '31 days'`));
  const ids = idsOf(await sell(tenant, 1));
  await pool.query(text);
  await environment.untilEnded(ids);
  // its id is below what the search has already
  await pool.query('UPDATE document_search_progress SET searchable_to = $1', [(ids[0] ?? 1) - 1]);
  await searchable(environment.db);
  // the middle of the month before
  const [year = 0, month = 0] = issuedIn.split('-').map(Number);
  return new Date(Date.UTC(year, month - 2)).toISOString().slice(0, 7);
}

/** An operation that has ended, on one document of the month. */
async function anOldOperation(documentId: number): Promise<void> {
  const { pool } = environment.db;
  const { userId } = await aPerson(environment.db);
  await pool.query(
    `INSERT INTO operations (id, token, action, selection, reason, state, proposed_by, canary,
        canary_passed, ended_at)
      VALUES (1, gen_random_uuid(), 'resume', 'una', 'prueba', 'finished', $1, 1, true, now())`,
    [userId],
  );
  await pool.query(`INSERT INTO operation_items VALUES (1, 1, $1, 0, 'done', NULL, now())`, [
    documentId,
  ]);
}

/** Its result, of which the database has only the number. */
async function expectOldOperation(operator: Browser, id: number): Promise<void> {
  await operator.open('/operaciones/1');
  expect(operator.links).toContain(`/referencias/${id}`);
  expect(operator.text).toMatch(/0 aceptadas, 1 archivada(?!.*en camino)/s);
  expect(operator.text).toMatch(/archivada.?reanudada.?boleta B001-1/i);
  await operator.open('/operaciones/1/resultado');
  expect(operator.html).toMatch(/B001-1\W.*reanudada.*archivada/);
}

/** The first answer for the same request, and 409 with the document for another one. */
async function answersRepeated(reference: string, id: number): Promise<void> {
  const again = await api.boleta(tenant.credentials, {}, reference);
  expect([again.status, again.headers['idempotency-replayed'], again.headers.location]).toEqual([
    201,
    'true',
    `/v1/boletas/${id}`,
  ]);
  expect(again.text).toBe(issued.get(reference)?.answer);
  const others = [
    await api.boleta(tenant.credentials, { observacion: 'otra venta' }, reference),
    await api.factura(tenant.credentials, {}, reference),
  ];
  for (const { status, json } of others)
    expect([status, json.codigo, json.comprobante?.enlace]).toEqual([
      409,
      'referencia_con_otros_datos',
      `/v1/boletas/${id}`,
    ]);
}

/** While the bundle is missing, and while its bytes are others: the document is not unknown. */
async function refusesUnreadable(reference: string, id: number): Promise<void> {
  const { rows } = await environment.db.pool.query<{ key: string; at: number }>(
    `SELECT b.object_key AS key, (a.offset + a.length)::int - 20 AS at
     FROM archived_documents a JOIN archive_bundles b ON b.id = a.bundle_id
     WHERE a.document_id = $1`,
    [id],
  );
  const { key, at } = rows[0] as { key: string; at: number };
  const bundle = path.join(environment.filesDir, key);
  const content = readFileSync(bundle);
  const spoils = [() => rmSync(bundle), () => writeFileSync(bundle, changedAt(content, at))];
  for (const spoil of spoils) {
    spoil();
    const again = await api.boleta(tenant.credentials, {}, reference);
    const record = await api.get(`/v1/boletas/${id}`, tenant.credentials);
    const other = await api.get(`/v1/facturas/${id}`, tenant.credentials);
    writeFileSync(bundle, content);
    expect([again.status, again.json.codigo]).toEqual([409, 'referencia_archivada']);
    expect([record.status, record.json.codigo]).toEqual([404, 'comprobante_archivado']);
    expect([other.status, other.json.codigo]).toEqual([404, 'documento_no_encontrado']);
  }
}

/** A PDF whose bytes in the bundle are others is drawn from the rest. */
async function drawsDamaged(id: number): Promise<void> {
  const pdf = `/v1/boletas/${id}/pdf?format=a4`;
  const before = await api.get(pdf, tenant.credentials);
  const bundle = path.join(environment.filesDir, await bundleOf(id));
  const content = readFileSync(bundle);
  const at = content.indexOf(before.bytes.subarray(0, 1_000));
  expect(at).toBeGreaterThan(0);
  writeFileSync(bundle, changedAt(content, at + 10));
  const drawn = await api.get(pdf, tenant.credentials);
  writeFileSync(bundle, content);
  expect([drawn.status, drawn.bytes.equals(before.bytes)]).toEqual([200, true]);
}

/** The key of the bundle that has a document. */
async function bundleOf(id: number): Promise<string> {
  const { rows } = await environment.db.pool.query<{ key: string }>(
    `SELECT b.object_key AS key FROM archived_documents a
      JOIN archive_bundles b ON b.id = a.bundle_id WHERE a.document_id = $1`,
    [id],
  );
  return rows[0]?.key ?? '';
}

async function seenInPanel(reference: string, id: number, other: Tenant): Promise<void> {
  const { databaseUrl, redisUrl, filesDir } = environment;
  const panel = await startTestPanel({ databaseUrl, redisUrl, filesDir });
  try {
    const stranger = await panel.as('business', other.id);
    const sameId = { headers: { 'X-Request-Id': 'la-misma-1' } };
    await stranger.open('/referencias/1', sameId);
    const unknown = [404, stranger.text];
    // not read either: that its bundle is missing would tell that there is such a document
    const bundle = path.join(environment.filesDir, await bundleOf(id));
    renameSync(bundle, `${bundle}.away`);
    await stranger.open(`/referencias/${id}`, sameId);
    renameSync(`${bundle}.away`, bundle);
    expect([stranger.status, stranger.text]).toEqual(unknown);
    const own = await panel.as('business', tenant.id);
    for (const text of [reference, `${tenant.ruc}-03-B001-1`, 'B001-1', String(id)]) {
      await own.open(`/buscar?q=${text}`);
      expect([text, own.status, own.path]).toEqual([text, 200, `/referencias/${id}`]);
    }
    const bundles = `archivo/${issuedIn}/${tenant.ruc}/`;
    for (const word of ['aceptado', 'archivado', bundles, 'Total', 'devuelve la misma respuesta'])
      expect(own.text).toContain(word);
    expect(own.text).not.toContain('rafaga archivar');
    for (const file of [
      'archivos/xml',
      'archivos/cdr',
      'archivos/a4',
      'archivos/ticket-80',
      'ver/enviado',
    ]) {
      await own.open(`/referencias/${id}/${file}`);
      expect([file, own.status]).toEqual([file, 200]);
    }
    await seenAsArchived(own, id);
    const operator = await panel.as('operator');
    await expectOldOperation(operator, id);
    await operator.open(`/referencias/${id}`);
    const command = `rafaga archivar buscar ${reference} --negocio ${tenant.ruc}`;
    expect(operator.text).toContain(command);
    await stranger.open(`/buscar?q=${reference}`);
    expect(stranger.text).toContain('Nada con «');
    await stranger.open('/buscar?q=45678912');
    expect(stranger.links).not.toContain(`/referencias/${id}`);
    await stranger.open('/referencias?ver=emitidas');
    expect(stranger.text).not.toContain('archivados');
    await stranger.open(`/referencias/${id}`);
    expect(stranger.status).toBe(404);
    // a client may be a business that issues here
    await environment.db.pool.query(
      `UPDATE clients SET document = $2, name = name || ' 24h'
        WHERE business_id = $1 AND document = '45678912'`,
      [tenant.id, other.ruc],
    );
    await operator.open(`/buscar?q=${other.ruc}`);
    for (const link of [`/negocios/${other.ruc}`, `/referencias/${id}`])
      expect(operator.links).toContain(link);
    await operator.open('/buscar?q=QUISPE-24H');
    expect(operator.links).toContain(`/referencias/${id}`);
  } finally {
    await panel.stop();
  }
}

/** A list tells what it lacks, and leads to a search by client that has it. */
async function seenAsArchived(own: Browser, id: number): Promise<void> {
  await own.open('/referencias?ver=emitidas&cliente=45678912');
  expect(own.text).toMatch(/no tienen los comprobantes archivados \((?:hasta )?\d{4}-\d\d\)\./);
  expect(own.links).toContain('/buscar?q=45678912');
  const csvOf = async (query: string) => (await own.fetch(`/referencias.csv?${query}`)).text();
  expect(await csvOf('ver=emitidas&cliente=45678912')).toMatch(
    /\r\n"Faltan los comprobantes archivados \((?:hasta )?\d{4}-\d\d\): [^\r]+"\r\n$/,
  );
  for (const complete of ['ver=pendientes', 'ver=emitidas&del=2099-01-01'])
    expect(await csvOf(complete)).not.toContain('Faltan');
  for (const client of ['45678912', 'quispe']) {
    await own.open(`/buscar?q=${client}`);
    expect(own.text).toContain('En el archivo de meses cerrados');
    expect(own.links).toContain(`/referencias/${id}`);
  }
  await own.open('/referencias?ver=emitidas');
  expect(own.text).toContain('No hay ninguno fuera del archivo.');
  await own.open('/referencias?ver=emitidas&del=2099-01-01');
  expect(own.text).not.toContain('archivados');
}
