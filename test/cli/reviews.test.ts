/** Tests reviews and queues from the terminal: lists, proposals, approvals, resumed documents. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { listAudit, pauseQueue, putAccess, type Role, setPassword } from '@rafaga/db';
import { setPaused } from '@rafaga/queue';
import { hashPassword } from '@rafaga/secrets';
import { aPerson } from '../../packages/db/testing/aPerson.js';
import { createTestDb } from '../../packages/db/testing/connections.js';
import { aBusiness } from '../support/business.js';
import { aHome, PROGRAM, rafagaIn, rafagaProcessIn } from '../support/cli.js';
import { ownServers } from '../support/servers.js';
import { cliWithTenant } from './cliWithTenant.js';

const { fixture, home, rafaga, issued } = cliWithTenant();

const PASSWORD = 'una frase de cuatro palabras';
/** Derived once: a derivation for each person would take longer than the tests. */
const HASH = hashPassword(PASSWORD, 1);

/** A person who confirms with the password. */
async function withPassword(role: Role): Promise<string> {
  const { userId, email } = await aPerson(fixture.api.db, role);
  await setPassword(fixture.api.db, { actor: 'test' }, userId, await HASH);
  return email;
}

/** Puts a document in review, as a worker does when it cannot settle it. */
const putInReview = (id: number, reference: string) =>
  fixture.api.db.pool.query(
    `WITH e AS (
        UPDATE emissions SET stage = 'review', review_reason = 'foreign_number', last_code = '1033'
        WHERE document_id = $1)
      UPDATE "references" SET state = 'review' WHERE business_id = $2 AND key = $3`,
    [id, fixture.tenant.id, reference],
  );

/** Commands about a reference, as the person with this address and password. */
const commandsOf =
  (reference: string) =>
  (email: string, password = PASSWORD) => {
    const run = rafagaIn(home, { RAFAGA_CLAVE_PERSONA: password });
    return (word: string, ...words: string[]) =>
      run('referencia', word, reference, '--persona', email, ...words);
  };
const actsOn = async (id: number) =>
  (await listAudit(fixture.api.db, { scope: fixture.tenant.id })).filter(
    ({ documentId }) => documentId === id,
  );

const DISCARD = ['--como', 'descartada', '--motivo', 'nunca se envió'];
/** What an approver read. */
const AS_READ = ['--como', 'descartada'];

test('a stuck document is listed with its reason', async () => {
  const { id, reference } = await issued();
  await putInReview(id, reference);
  const { json: stuck } = await rafaga(
    'referencia',
    'detenidas',
    '--ruc',
    fixture.tenant.ruc,
    '--json',
  );
  expect(stuck).toContainEqual(
    expect.objectContaining({
      referencia: reference,
      id,
      motivo: 'en revisión',
      explicacion: expect.stringContaining('1033'),
    }),
  );
});

test('a resolution is refused without person, password, role or a word that fits', async () => {
  const { id, reference } = await issued();
  await putInReview(id, reference);
  const as = commandsOf(reference);
  const [ana, sara] = [await withPassword('operator'), await withPassword('support')];
  const resolve = ['referencia', 'resolver', reference, ...DISCARD];
  expect((await rafaga(...resolve)).stderr).toContain('--persona: falta');
  expect((await rafaga(...resolve, '--persona', ana)).stderr).toContain('RAFAGA_CLAVE_PERSONA');
  expect((await as(ana, 'otra clave cualquiera')('resolver', ...DISCARD)).stderr).toContain(
    'no son correctos',
  );
  expect((await as(sara)('resolver', ...DISCARD)).stderr).toContain(
    'hace falta rol admin u operador',
  );
  expect((await as(ana)('resolver', '--como', 'aceptado', '--motivo', 'no')).code).toBe(2);
  expect(
    (await as(ana)('resolver', '--como', 'aceptada', '--motivo', 'consta en SOL')).stderr,
  ).toContain('solo puede descartarse');
  expect((await as(ana)('aprobar', ...AS_READ)).stderr).toContain('Nadie ha propuesto nada');
  expect(await actsOn(id)).toEqual([]);
});

test('a password that a person does not give ends the command in Spanish', async () => {
  const { id, reference } = await issued();
  await putInReview(id, reference);
  const words = ['referencia', 'resolver', reference, ...DISCARD, '--persona', 'ana@cadena.pe'];
  const line = [process.execPath, PROGRAM, ...words].map((word) => `'${word}'`).join(' ');
  const env = { PATH: process.env.PATH ?? '', RAFAGA_HOME: home };
  // of util-linux: gives the command a terminal
  const run = promisify(execFile)('script', ['-qec', line, '/dev/null'], { env });
  let shown = '';
  run.child.stdout?.on('data', (piece) => {
    shown += piece;
    if (shown.endsWith('Contraseña de ana@cadena.pe: ')) run.child.stdin?.write('\u0003');
  });
  await expect(run).rejects.toMatchObject({ code: 1 });
  expect(shown).toContain('No diste la contraseña');
});

test('two persons resolve a document in review', async () => {
  const { id, reference } = await issued();
  await putInReview(id, reference);
  const as = commandsOf(reference);
  const [ana, luis] = [await withPassword('operator'), await withPassword('admin')];
  const proposed = await as(ana)('resolver', ...DISCARD);
  expect(proposed).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('hasta que otra persona la apruebe'),
  });
  expect((await rafaga('referencia', 'ver', reference, '--json')).json).toMatchObject({
    estado: 'pendiente',
  });
  expect((await as(ana)('aprobar', ...AS_READ)).stderr).toContain('la aprueba otra persona');
  // who read another proposal than the present one approves nothing
  expect((await as(luis)('aprobar')).code).toBe(2);
  const other = await as(luis)('aprobar', '--como', 'aceptada');
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('No es lo que se propu')]);
  const resolved = await as(luis)('aprobar', ...AS_READ, '--json');
  expect(resolved.json).toMatchObject({
    estado: 'rechazado',
    referencia: { estado: 'finalizada' },
    pendiente: null,
  });
  expect(
    (await actsOn(id)).map(({ action, actor, reason }) => [
      action,
      actor.replace(/^cli:\w+ /, ''),
      reason,
    ]),
  ).toEqual([
    ['document.resolve', `(${luis})`, 'nunca se envió'],
    ['proposal.approve', `(${luis})`, undefined],
    ['proposal.add', `(${ana})`, 'nunca se envió'],
  ]);
  expect((await rafaga('referencia', 'reanudar', reference)).code).toBe(1);
});

test('what SUNAT has accepted is neither proposed nor approved as discarded', async () => {
  const { id, reference } = await issued();
  await putInReview(id, reference);
  const answered = (outcome: string) =>
    fixture.api.db.pool.query(
      `INSERT INTO inquiries (document_id, business_id, asked_by, taken_at, answered_at, outcome,
          answers)
        VALUES ($1, $2, 'test', now(), now(), $3, '[]')`,
      [id, fixture.tenant.id, outcome],
    );
  const as = commandsOf(reference);
  const [ana, luis] = [await withPassword('operator'), await withPassword('operator')];
  const refused = { code: 1, stderr: expect.stringContaining('Propón resolverlo como aceptado') };
  await answered('ours_accepted');
  expect(await as(ana)('resolver', ...DISCARD)).toMatchObject(refused);
  await answered('not_found');
  expect(await as(ana)('resolver', ...DISCARD)).toMatchObject({ code: 0 });
  await answered('ours_accepted');
  expect(await as(luis)('aprobar', ...AS_READ)).toMatchObject(refused);
  expect((await rafaga('referencia', 'ver', reference, '--json')).json).toMatchObject({
    pendiente: { etapa: 'en revisión' },
  });
});

test('a resolution that the file store does not take is refused with the reason', async () => {
  const { id, reference } = await issued();
  await putInReview(id, reference);
  const [ana, luis] = [await withPassword('operator'), await withPassword('operator')];
  const as = commandsOf(reference);
  await as(ana)('resolver', ...DISCARD);
  const inTheWay = path.join(home, 'files', 'decisions');
  rmSync(inTheWay, { recursive: true, force: true });
  mkdirSync(path.dirname(inTheWay), { recursive: true });
  writeFileSync(inTheWay, '');
  const refused = await as(luis)('aprobar', ...AS_READ);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/no guarda la decisión.*no es una carpeta/s),
  ]);
  rmSync(inTheWay);
  expect((await as(luis)('aprobar', ...AS_READ)).code).toBe(0);
});

test('after a declined proposal the document stays in review', async () => {
  const { id, reference } = await issued();
  await putInReview(id, reference);
  const [ana, luis] = [await withPassword('operator'), await withPassword('operator')];
  const as = commandsOf(reference);
  await as(ana)('resolver', ...DISCARD);
  expect((await as(luis)('rechazar')).stdout).toContain('sigue en revisión');
  expect((await as(luis)('aprobar', ...AS_READ)).code).toBe(1);
  expect((await rafaga('referencia', 'ver', reference, '--json')).json).toMatchObject({
    pendiente: { etapa: 'en revisión' },
  });
});

test('a review shows our data beside those of SUNAT', async () => {
  const { id, reference } = await issued();
  await putInReview(id, reference);
  const ours = {
    receiver: '45678912',
    total: '118.00',
    currency: 'PEN',
    issueDate: '2026-11-21',
    digest: 'nuestra=',
  };
  const compared = {
    ours: { ...ours, signedAt: '2026-11-21T15:00:00.000Z' },
    theirs: { said: 'aceptada', receiver: '-' },
  };
  await fixture.api.db.pool.query('UPDATE emissions SET compared = $2 WHERE document_id = $1', [
    id,
    JSON.stringify(compared),
  ]);
  const { stdout } = await rafaga('documento', 'ver', String(id));
  expect(stdout).toMatch(
    /Lo que enviamos +Lo que SUNAT dice.*Documento del cliente +45678912 +- +DIFIERE/s,
  );
  expect(stdout).toMatch(/DIFIERE.*Total +PEN 118.00 +no lo muestra/s);
});

test('a document of a paused business shows the pause, also when it is resumed', async () => {
  const { id, reference } = await issued();
  const { pool } = fixture.api.db;
  const set = (until: string | null) =>
    pool.query('UPDATE businesses SET paused_until = $2, pause_reason = $3 WHERE id = $1', [
      fixture.tenant.id,
      until,
      until && '0102: Usuario o contraseña incorrectos',
    ]);
  await pool.query(
    `UPDATE emissions SET retry_class = 'paused', last_error = $2, next_at = now() - interval '1 s'
      WHERE document_id = $1`,
    [id, '0102: Usuario o contraseña incorrectos'],
  );
  await set(new Date(Date.now() + 600_000).toISOString());
  try {
    const { stdout } = await rafaga('referencia', 'ver', reference);
    expect(stdout).toMatch(/^Espera +el negocio está en pausa$/m);
    expect(stdout).toMatch(/^Negocio en pausa +hasta .*: 0102: Usuario o contraseña incorrectos$/m);
    expect(stdout).toMatch(/^Vence +\d\d\/\d\d\/\d{4}$/m);
    const listed = await rafaga('referencia', 'detenidas', '--ruc', fixture.tenant.ruc);
    const row = listed.stdout.split('\n').find((line) => line.startsWith(reference)) ?? '';
    expect(row.match(/0102/g)).toHaveLength(1);
    expect(row).toMatch(/ \d\d\/\d\d\/\d{4} /);
    expect(listed.stderr).toContain(`rafaga negocio ver --ruc ${fixture.tenant.ruc}`);
    const resumed = await rafaga('referencia', 'reanudar', reference);
    expect(resumed.stderr).toContain('Por ahora nada se envía: su negocio está en pausa hasta');
  } finally {
    await set(null);
  }
});

test('a document in review can be resumed', async () => {
  const { id, reference } = await issued();
  expect((await rafaga('referencia', 'consultar', reference)).stderr).toContain(
    'Nunca fue enviada',
  );
  await putInReview(id, reference);
  const resumed = await rafaga(
    'referencia',
    'reanudar',
    reference,
    '--motivo',
    'corregido',
    '--json',
  );
  expect(resumed.json).toMatchObject({
    estado: 'pendiente',
    pendiente: { etapa: 'registrado' },
    historia: [{ paso: 'reanudado' }],
  });
});

test('a review of what SUNAT refused at the first send may be queried', async () => {
  const { id, reference } = await issued();
  await putInReview(id, reference);
  expect((await rafaga('referencia', 'consultar', reference)).stderr).toContain(
    'A SUNAT no se le puede preguntar por este comprobante',
  );
});

test('a query of SUNAT names missing credentials and a missing worker', async () => {
  const { id, reference } = await issued();
  await fixture.api.db.pool.query(
    `UPDATE emissions SET sends = 1, intent_at = now(), stage = 'sending' WHERE document_id = $1`,
    [id],
  );
  expect((await rafaga('referencia', 'consultar', reference)).stderr).toContain(
    'su negocio no tiene esas credenciales',
  );
  const sealed = randomBytes(40);
  await putAccess(fixture.api.db, { actor: 'test' }, fixture.tenant.id, {
    solUser: sealed,
    solPassword: sealed,
    consultId: sealed,
    consultSecret: sealed,
  });
  const run = await rafaga('referencia', 'consultar', reference, '--espera', '1');
  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('Ningún worker') });
});

test('a reference that two businesses use needs the RUC', async () => {
  const { reference } = await issued();
  const other = await aBusiness(fixture.api.db);
  await fixture.api.boleta(other.credentials, {}, reference);
  expect((await rafaga('referencia', 'ver', reference)).stderr).toContain('elige con --ruc');
  expect(
    (await rafaga('referencia', 'ver', reference, '--ruc', other.ruc, '--json')).json,
  ).toMatchObject({ ruc: other.ruc });
});

test('the queues are shown from PostgreSQL and from Redis', async () => {
  await issued();
  const { json } = await rafaga('colas', '--json');
  expect(json.pendientes.registrados).toBeGreaterThan(0);
  expect(json.colas).toMatchObject({
    emit: { en_cola: expect.any(Number), workers: expect.any(Number) },
    print: {},
  });
  const { stdout } = await rafagaIn(aHome({ REDIS_URL: 'redis://127.0.0.1:9' }))('colas');
  expect(stdout).toContain('Emitir no depende de él; los envíos siguen, más despacio.');
});

test('a processor that compiles the first query for seconds hides no queue', async () => {
  const slow = `const { Instance } = WebAssembly;
    WebAssembly.Instance = function (...given) {
      for (const end = Date.now() + 2_500; Date.now() < end; );
      return new Instance(...given);
    };`;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(slow)}`;
  const { json } = await rafagaProcessIn(home, { NODE_OPTIONS })('colas', '--json');
  expect(json.colas).toMatchObject({ emit: { en_pausa: false } });
});

test('a paused queue is told, and documents that were never claimed lead to it', async () => {
  const { id } = await issued();
  await fixture.api.db.pool.query(
    `UPDATE emissions SET created_at = now() - interval '2 minutes' WHERE document_id = $1`,
    [id],
  );
  // other files of the run leave hundreds, and the list has the oldest
  const stuck = await rafaga('referencia', 'detenidas', '--ruc', fixture.tenant.ruc);
  expect(stuck.stdout).toContain('nadie lo ha tomado');
  expect(stuck.stderr).toContain('rafaga colas');
  const servers = await ownServers();
  await setPaused(servers.redisUrl, 'emit', { paused: true });
  const { stderr } = await rafagaIn(aHome({ REDIS_URL: servers.redisUrl }))('colas');
  await servers.drop();
  expect(stderr).toContain('La cola de emisión está en pausa');
});

test('the JSON names a queue as paused whether PostgreSQL or Redis has the pause', async () => {
  const { databaseUrl, redisUrl, drop } = await ownServers();
  const db = createTestDb(databaseUrl);
  await pauseQueue(db, { actor: 'test' }, 'print');
  await db.close();
  await setPaused(redisUrl, 'emit', { paused: true });
  const shown = async (REDIS_URL: string) =>
    (await rafagaIn(aHome({ DATABASE_URL: databaseUrl, REDIS_URL }))('colas', '--json')).json;
  const [both, alone] = [await shown(redisUrl), await shown('redis://127.0.0.1:9')];
  await drop();
  expect(both).toMatchObject({
    colas_en_pausa: ['emit', 'print'],
    colas: { emit: { en_pausa: true }, print: { en_pausa: true } },
  });
  expect(alone).toMatchObject({ colas_en_pausa: ['print'], colas: null });
});

test('without Redis the counts of PostgreSQL are shown, and the command fails', async () => {
  const run = await rafagaIn(aHome({ REDIS_URL: 'redis://127.0.0.1:9' }))('colas', '--json');
  expect(run.code).toBe(1);
  expect(JSON.parse(run.stderr)).toEqual({ error: expect.stringMatching(/^Redis no responde/) });
  expect(run.json).toMatchObject({ pendientes: { registrados: expect.any(Number) }, colas: null });
});
