/** Tests that `clave rotar` encrypts every stored secret again under a new master key. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import {
  addUser,
  answerContext,
  createIssuance,
  findAccess,
  findBusiness,
  findSigningCertificate,
  keepAnswer,
  listAnswers,
  listAudit,
  pauseBusiness,
  resumeRepairedBusinesses,
  setSecondFactor,
} from '@rafaga/db';
import { createVault } from '@rafaga/secrets';
import { aBusiness, aDocument } from '../../packages/db/testing/aDocument.js';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { aHome, aRuc, rafagaIn } from '../support/cli.js';
import { type OwnServers, ownServers } from '../support/servers.js';

// every command is a process of its own
jest.setTimeout(180_000);

let servers: OwnServers;
let db: TestDb;
beforeAll(async () => {
  servers = await ownServers();
  db = createTestDb(servers.databaseUrl, { max: 2 });
});
afterAll(async () => {
  await db.close();
  await servers.drop();
});

test('a rotation encrypts every secret again, and reports when none is left', async () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const at = { DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl };
  const before = rafagaIn(aHome({ ...at, RAFAGA_MASTER_KEY: old.toString('base64') }));
  const during = rafagaIn(
    aHome({
      ...at,
      RAFAGA_MASTER_KEY: next.toString('base64'),
      RAFAGA_MASTER_KEY_PREVIOUS: old.toString('base64'),
    }),
  );
  const after = rafagaIn(aHome({ ...at, RAFAGA_MASTER_KEY: next.toString('base64') }));

  const ruc = aRuc();
  const signing = [
    '--certificado-autofirmado',
    '--usuario-sol',
    'MODDATOS',
    '--clave-sol',
    'moddatos',
  ];
  const made = await before(
    'negocio',
    'crear',
    '--ruc',
    ruc,
    '--razon-social',
    'Bodega S.A.C.',
    ...signing,
  );
  expect(made.code).toBe(0);
  const id = (await findBusiness(db, ruc))?.id ?? 0;
  const { id: person } = await addUser(
    db,
    { actor: 'test' },
    { email: 'ana@prueba.pe', name: 'Ana', role: 'admin' },
  );
  await setSecondFactor(
    db,
    { actor: 'test' },
    person,
    createVault(old).seal(Buffer.from('totp'), `totp:${person}`),
  );
  await pauseBusiness(db, id, { forMs: 60_000, reason: '0102' });

  const blind = await after('clave', 'rotar');
  expect([blind.code, blind.stderr]).toEqual([
    1,
    expect.stringContaining('RAFAGA_MASTER_KEY_PREVIOUS'),
  ]);
  expect((await during('clave', 'rotar')).stdout).toContain(
    '3 registros cifrados pasaron a la clave actual.',
  );
  expect((await during('clave', 'rotar', '--json')).json).toEqual({ cambiados: 0 });
  expect((await after('clave', 'rotar')).stdout).toContain('la anterior no hace falta');

  const vault = createVault(next);
  expect(
    vault
      .open((await findAccess(db, id))?.solPassword ?? Buffer.alloc(0), `access:${id}:solPassword`)
      .toString(),
  ).toBe('moddatos');
  expect(
    vault.open(
      (await findSigningCertificate(db, id))?.privateKey ?? Buffer.alloc(0),
      `certificate:${id}`,
    ).length,
  ).toBeGreaterThan(1_000);
  const user = await db.prisma.user.findUniqueOrThrow({ where: { id: person } });
  expect(vault.open(Buffer.from(user.totpSecret ?? []), `totp:${person}`).toString()).toBe('totp');
  // the same secrets under a new key are no change: a paused business stays paused
  expect(await resumeRepairedBusinesses(db)).toEqual([]);
});

test('after a rotation the new key alone opens evidence; altered evidence is found', async () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  // this test damages evidence, which would fail rotations on a shared database
  const own = await ownServers();
  const db = createTestDb(own.databaseUrl, { max: 2 });
  const at = { DATABASE_URL: own.databaseUrl, REDIS_URL: own.redisUrl };
  const keys = {
    RAFAGA_MASTER_KEY: next.toString('base64'),
    RAFAGA_MASTER_KEY_PREVIOUS: old.toString('base64'),
  };
  const during = rafagaIn(aHome({ ...at, ...keys }));
  const after = rafagaIn(aHome({ ...at, RAFAGA_MASTER_KEY: keys.RAFAGA_MASTER_KEY }));
  const issuance = createIssuance(db);
  const { id: businessId } = await aBusiness(db, 'B001');
  const issued = await issuance.issue(aDocument(businessId));
  await issuance.close();
  const documentId = issued.is === 'issued' ? issued.id : 0;
  for (const text of ['<html>uno</html>', 'dos\u001b[2J', 'dos\u001b[2J']) {
    const content = Buffer.from(text);
    const sha256 = createHash('sha256').update(content).digest();
    const sealed = createVault(old).seal(content, answerContext(documentId));
    await keepAnswer(
      db,
      { documentId, businessId, attempt: 2 },
      { kind: 'text', sha256, bytes: content.length, sealed },
    );
  }
  const evidence = (...words: string[]) =>
    after('documento', 'evidencia', String(documentId), ...words);
  const [one, two] = (await listAnswers(db, documentId)).map(({ id }) => String(id));
  expect((await evidence('--numero', one ?? '')).stderr).toContain('Ninguna de las claves');
  expect((await during('clave', 'rotar', '--json')).json).toEqual({ cambiados: 2 });
  expect((await during('clave', 'rotar', '--json')).json).toEqual({ cambiados: 0 });
  expect((await evidence('--json')).json).toMatchObject([
    { intento: 2, tipo: 'text', bytes: 16 },
    { numero: Number(two) },
  ]);
  expect((await evidence('--numero', one ?? '', '--motivo', 'lo pidió Ana')).stdout).toBe(
    '<html>uno</html>\n',
  );
  // control characters in the answer do not reach the terminal
  expect((await evidence('--numero', two ?? '')).stdout).toBe('dos\ufffd[2J\n');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'rafaga-evidence-')), 'answer');
  expect((await evidence('--numero', two ?? '', '--guardar', file)).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe('dos\u001b[2J');
  const acts = (await listAudit(db, { businessId })).filter(
    ({ action }) => action === 'evidence.open',
  );
  expect(acts.at(-1)).toMatchObject({
    documentId,
    reason: 'lo pidió Ana',
    after: { evidence: Number(one) },
  });
  expect(acts).toHaveLength(3);

  expect((await after('verificar', '--json')).json).toMatchObject({ evidencias: 2, mal: [] });
  await db.pool.query(
    `UPDATE kept_answers SET sealed = set_byte(sealed, 100, get_byte(sealed, 100) # 1)
     WHERE id = $1`,
    [one],
  );
  const wrong = await after('verificar');
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining(`evidencia ${one}`)]);
  await expect(db.pool.query('DELETE FROM kept_answers')).rejects.toThrow('append only');
  await expect(db.pool.query(`UPDATE kept_answers SET sha256 = sha256`)).rejects.toThrow(
    'append only',
  );
  await db.close();
  await own.drop();
});
