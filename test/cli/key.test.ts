/** Tests that `clave` gives each program its keys, and encrypts every stored secret for them. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  accessColumn,
  addUser,
  certificateKeyColumn,
  createIssuance,
  EVERY_BUSINESS,
  findAccess,
  findBusiness,
  findSigningCertificate,
  keepAnswer,
  keptAnswerColumn,
  listAnswers,
  listAudit,
  pauseBusiness,
  pendingCdrColumn,
  putAccess,
  putCertificate,
  resumeRepairedBusinesses,
  rewrapSecrets,
  totpSecretColumn,
} from '@rafaga/db';
import { createVault, newPrivateKey, publicOf, SealBroken } from '@rafaga/secrets';
import { aBusiness, aDocument, BY } from '../../packages/db/testing/aDocument.js';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { sealUnderMaster } from '../../packages/secrets/testing/masterEnvelope.js';
import { aHome, aRuc, rafagaIn, SIGNING } from '../support/cli.js';
import { type OwnServers, ownServers } from '../support/servers.js';

let servers: OwnServers;
let db: TestDb;
beforeAll(async () => {
  servers = await ownServers();
  db = createTestDb(servers.databaseUrl, { max: 4 });
});
afterAll(async () => {
  await db.close();
  await servers.drop();
});

const base64 = (key: Buffer) => key.toString('base64');
const none = Buffer.alloc(0);

/** The command with these keys alone. */
const rafagaWith = (keys: Record<string, string>, { databaseUrl, redisUrl } = servers) =>
  rafagaIn(
    aHome({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, RAFAGA_MASTER_KEY: '', ...keys }),
  );

/** A business with certificate and SOL user, and a document of its own. */
async function anIssuer(rafaga: ReturnType<typeof rafagaIn>) {
  const ruc = aRuc();
  await rafaga('negocio', 'crear', '--ruc', ruc, '--razon-social', 'Bodega S.A.C.', ...SIGNING);
  const business = await findBusiness(db, ruc);
  return { ruc, id: business?.id ?? 0 };
}

/** A document, of another business: it only has secrets. */
async function aDocumentId(db: TestDb): Promise<{ businessId: number; documentId: number }> {
  const issuance = createIssuance(db);
  const { id: businessId } = await aBusiness(db, 'B001');
  const issued = await issuance.issue(aDocument(businessId));
  await issuance.close();
  return { businessId, documentId: issued.is === 'issued' ? issued.id : 0 };
}

/** Every kind of secret as one master key sealed it before each program had its own keys. */
async function secretsUnder(master: Buffer, businessId: number) {
  const seal = (text: string, context: string) =>
    sealUnderMaster(master, Buffer.from(text), context);
  const { rowCount } = await db.pool.query(
    'UPDATE certificates SET private_key = $1 WHERE business_id = $2',
    [seal('a private key', `certificate:${businessId}`), businessId],
  );
  expect(rowCount).toBe(1);
  await db.pool.query(
    `UPDATE accesses SET sol_user = $1, sol_password = $2, destination = NULL
      WHERE business_id = $3`,
    [
      seal('MODDATOS', `access:${businessId}:solUser`),
      seal('moddatos', `access:${businessId}:solPassword`),
      businessId,
    ],
  );
  const { id: person } = await addUser(db, BY, {
    email: `${randomBytes(4).toString('hex')}@prueba.pe`,
    name: 'Ana',
    role: 'admin',
  });
  await db.pool.query('UPDATE users SET totp_secret = $1 WHERE id = $2', [
    seal('totp', `totp:${person}`),
    person,
  ]);
  const { documentId, ...of } = await aDocumentId(db);
  const sha256 = createHash('sha256').update('evidence').digest();
  await keepAnswer(
    db,
    { documentId, attempt: 1, ...of },
    { kind: 'text', sha256, bytes: 8, sealed: seal('evidence', `evidence:${documentId}`) },
  );
  await db.pool.query(
    `INSERT INTO pending_cdrs (document_id, sha256, bytes, sealed, state, code, description, notes,
      attempt, worker) VALUES ($1, $2, 3, $3, 'accepted', '0', 'aceptada', '[]', 1, 'test')`,
    [documentId, sha256, seal('zip', `cdr:${documentId}`)],
  );
  return { person, documentId, sha256 };
}

/** The first byte of every sealed value, which tells how it is sealed. */
async function versions(): Promise<number[]> {
  const { rows } = await db.pool.query<{ version: number }>(`
    SELECT DISTINCT get_byte(sealed, 0) AS version FROM (
      SELECT private_key FROM certificates UNION ALL SELECT totp_secret FROM users
      UNION ALL SELECT sol_user FROM accesses UNION ALL SELECT sol_password FROM accesses
      UNION ALL SELECT sealed FROM kept_answers UNION ALL SELECT sealed FROM pending_cdrs
    ) AS all_of (sealed) WHERE sealed IS NOT NULL ORDER BY 1`);
  return rows.map(({ version }) => version);
}

test('what a master key sealed passes to the keys of each program', async () => {
  const master = randomBytes(32);
  const before = rafagaWith({ RAFAGA_MASTER_KEY: base64(master) });
  const { id, ruc } = await anIssuer(before);
  const { person, documentId, sha256 } = await secretsUnder(master, id);
  await pauseBusiness(db, id, { reason: '0102' });
  expect(await versions()).toEqual([1]);

  const shared = await before('clave', 'repartir');
  expect(shared.stderr).toContain('Al panel: RAFAGA_PANEL_KEY y RAFAGA_WORKER_PUBLIC_KEY');
  const keys = keysOf(shared.stdout);
  expect((await before('clave', 'repartir', '--json')).json).toEqual(keys);
  const { RAFAGA_WORKER_KEY = '', RAFAGA_PANEL_KEY = '' } = keys;
  const after = rafagaWith({ RAFAGA_WORKER_KEY, RAFAGA_PANEL_KEY });

  const blind = await after('clave', 'rotar');
  expect([blind.code, blind.stderr]).toEqual([
    1,
    expect.stringContaining('RAFAGA_MASTER_KEY_PREVIOUS'),
  ]);
  const during = rafagaWith({ ...keys, RAFAGA_MASTER_KEY: base64(master) });
  const rotated = await during('clave', 'rotar');
  expect(rotated.stdout).toContain('5 registros cifrados pasaron');
  expect(rotated.stderr).toContain(`La clave SOL de ${ruc} queda atada a SUNAT`);
  const [entry] = await listAudit(db, { scope: EVERY_BUSINESS, action: 'secrets.rewrap' });
  expect(entry?.after).toEqual({ count: 5, skipped: 0, bound: [`${ruc} SUNAT`] });
  expect((await during('clave', 'rotar', '--json')).json).toMatchObject({
    cambiados: 0,
    omitidos: 0,
  });
  expect((await after('clave', 'rotar')).stdout).toContain('las anteriores no hacen falta');
  expect(await versions()).toEqual([2, 3]);

  await expectOwnSecretsOnly(keys, { id, person, documentId, sha256 });
  // the same secrets under new keys are no change: a paused business stays paused
  expect(await resumeRepairedBusinesses(db)).toEqual([]);
});

const keysOf = (output: string): Record<string, string> =>
  Object.fromEntries(
    output
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );

interface Secrets {
  /** The business with an access and a certificate. */
  id: number;
  /** The user with a second factor. */
  person: number;
  /** The document with a pending CDR and a kept answer. */
  documentId: number;
  sha256: Buffer;
}

/** Each program has what it opens, and only seals for the other. */
async function expectOwnSecretsOnly(
  keys: Record<string, string>,
  { id, person, documentId, sha256 }: Secrets,
): Promise<void> {
  const key = (name: string) => Buffer.from(keys[name] ?? '', 'base64');
  const worker = createVault({
    worker: { privateKeys: [key('RAFAGA_WORKER_KEY')] },
    panel: { publicKey: key('RAFAGA_PANEL_PUBLIC_KEY') },
  });
  const panel = createVault({
    panel: { privateKeys: [key('RAFAGA_PANEL_KEY')] },
    worker: { publicKey: key('RAFAGA_WORKER_PUBLIC_KEY') },
  });
  const access = await findAccess(db, id);
  const password = access?.solPassword ?? none;
  const passwordColumn = accessColumn(id, 'solPassword', access?.destination);
  expect(worker.open(password, passwordColumn).toString()).toBe('moddatos');
  const certificate = await findSigningCertificate(db, id);
  const column = certificateKeyColumn(certificate?.id ?? 0, id);
  const privateKey = certificate?.privateKey ?? none;
  expect(worker.open(privateKey, column).toString()).toBe('a private key');
  expect(() => panel.open(privateKey, column)).toThrow(SealBroken);
  expect(() => panel.open(password, passwordColumn)).toThrow(SealBroken);
  const user = await db.prisma.user.findUniqueOrThrow({ where: { id: person } });
  const totp = Buffer.from(user.totpSecret ?? []);
  expect(panel.open(totp, totpSecretColumn(person)).toString()).toBe('totp');
  expect(() => worker.open(totp, totpSecretColumn(person))).toThrow(SealBroken);
  const cdr = await db.prisma.pendingCdr.findFirstOrThrow({ where: { documentId } });
  const cdrColumn = pendingCdrColumn(documentId, sha256);
  expect(worker.open(Buffer.from(cdr.sealed ?? []), cdrColumn).toString()).toBe('zip');
  const answer = await db.prisma.keptAnswer.findFirstOrThrow({ where: { documentId } });
  expect(
    panel.open(Buffer.from(answer.sealed), keptAnswerColumn(documentId, sha256)).toString(),
  ).toBe('evidence');
}

test('a sealed key in a newer row or in another column is not opened', async () => {
  const vault = createVault({ worker: { privateKeys: [newPrivateKey()] } });
  const { id } = await aBusiness(db);
  const put = (text: string) =>
    putCertificate(db, BY, id, {
      certificate: randomBytes(64),
      privateKey: (column) => vault.seal(Buffer.from(text), column),
      notBefore: new Date(),
      notAfter: new Date(Date.now() + 86_400_000),
      fingerprint: randomBytes(32).toString('hex'),
    });
  const [stolen, newer] = [await put('stolen'), await put('newer')];
  await db.pool.query(
    `UPDATE certificates SET private_key = old.private_key FROM certificates AS old
      WHERE certificates.id = $1 AND old.id = $2`,
    [newer.id, stolen.id],
  );
  const found = (await findSigningCertificate(db, id))?.privateKey ?? none;
  expect(() => vault.open(found, certificateKeyColumn(newer.id, id))).toThrow(SealBroken);
  expect(vault.open(found, certificateKeyColumn(stolen.id, id)).toString()).toBe('stolen');

  const seal = (field: 'solUser' | 'solPassword') =>
    vault.seal(Buffer.from(field), accessColumn(id, field));
  await putAccess(db, BY, id, { solUser: seal('solUser'), solPassword: seal('solPassword') });
  await db.pool.query('UPDATE accesses SET sol_user = sol_password WHERE business_id = $1', [id]);
  const access = (await findAccess(db, id))?.solUser ?? none;
  expect(() => vault.open(access, accessColumn(id, 'solUser'))).toThrow(SealBroken);
  await db.pool.query('DELETE FROM certificates WHERE business_id = $1', [id]);
  await db.pool.query('DELETE FROM accesses WHERE business_id = $1', [id]);
});

/** Stores the SOL access of a business as a panel does that knows one key of the workers. */
function storeAccess(db: TestDb, key: Buffer, id: number, text: string) {
  const vault = createVault({ worker: { publicKey: publicOf(key) } });
  const seal = (field: 'solUser' | 'solPassword') =>
    vault.seal(Buffer.from(text), accessColumn(id, field));
  return putAccess(db, BY, id, { solUser: seal('solUser'), solPassword: seal('solPassword') });
}

/** Reads the SOL password of a business, as a worker does. */
async function readPassword(db: TestDb, vault: ReturnType<typeof createVault>, id: number) {
  const access = await findAccess(db, id);
  const column = accessColumn(id, 'solPassword', access?.destination);
  return vault.open(access?.solPassword ?? none, column).toString();
}

test('a rotation leaves nothing to the old key while secrets are stored and read', async () => {
  const own = await ownServers();
  const db = createTestDb(own.databaseUrl, { max: 8 });
  const [old, next] = [newPrivateKey(), newPrivateKey()];
  const panelKey = { RAFAGA_PANEL_KEY: base64(newPrivateKey()) };
  const rotate = () =>
    rafagaWith(
      {
        ...panelKey,
        RAFAGA_WORKER_KEY: base64(next),
        RAFAGA_WORKER_KEY_PREVIOUS: base64(old),
      },
      own,
    )('clave', 'rotar', '--json');
  const worker = createVault({ worker: { privateKeys: [next, old] } });
  const businesses = await Promise.all(Array.from({ length: 6 }, () => aBusiness(db)));
  for (const { id } of businesses) await storeAccess(db, old, id, 'before');

  // a panel that does not know the new key yet stores secrets, and workers read them, meanwhile
  const state = { rotating: true, rounds: 0 };
  const busy = async () => {
    for (; state.rotating; state.rounds += 1)
      for (const { id } of businesses) {
        await storeAccess(db, old, id, `round ${state.rounds}`);
        expect(await readPassword(db, worker, id)).toBe(`round ${state.rounds}`);
      }
  };
  const working = busy();
  for (let turn = 0; turn < 3; turn += 1) expect((await rotate()).code).toBe(0);
  state.rotating = false;
  await working;
  expect(state.rounds).toBeGreaterThan(1);
  for (const { id } of businesses.slice(1)) await storeAccess(db, next, id, 'after');
  await rotate();
  expect((await rotate()).json).toMatchObject({ cambiados: 0, omitidos: 0 });
  const alone = createVault({ worker: { privateKeys: [next] } });
  for (const { id } of businesses.slice(1)) expect(await readPassword(db, alone, id)).toBe('after');
  const [first] = businesses;
  expect(await readPassword(db, alone, first?.id ?? 0)).toBe(`round ${state.rounds - 1}`);
  // the statement that rewraps changes nothing that was stored since it read
  expect((await rewrapSecrets(db, BY, alone)).count).toBe(0);
  // what was stored without a destination is bound to the one where it is used
  const { id: last = 0 } = businesses.at(-1) ?? {};
  const bound = await findAccess(db, last);
  expect(bound?.destination).toBe('SUNAT');
  const unbound = accessColumn(last, 'solPassword');
  expect(() => alone.open(bound?.solPassword ?? none, unbound)).toThrow(SealBroken);
  await db.close();
  await own.drop();
});

/** Keeps an answer of the authority, as a worker does that knows one key of the panel. */
async function keepText(
  db: TestDb,
  of: { documentId: number; businessId: number; attempt: number },
  panelKey: Buffer,
  text: string,
): Promise<void> {
  const content = Buffer.from(text);
  const sha256 = createHash('sha256').update(content).digest();
  const vault = createVault({ panel: { publicKey: publicOf(panelKey) } });
  const sealed = vault.seal(content, keptAnswerColumn(of.documentId, sha256));
  await keepAnswer(db, of, { kind: 'text', sha256, bytes: content.length, sealed });
}

test('after a rotation the new key alone opens evidence; altered evidence is found', async () => {
  const [old, next] = [newPrivateKey(), newPrivateKey()];
  // this test damages evidence, which would fail rotations on a shared database
  const own = await ownServers();
  const db = createTestDb(own.databaseUrl, { max: 2 });
  const keys = {
    RAFAGA_WORKER_KEY: base64(newPrivateKey()),
    RAFAGA_PANEL_KEY: base64(next),
  };
  const during = rafagaWith({ ...keys, RAFAGA_PANEL_KEY_PREVIOUS: base64(old) }, own);
  const after = rafagaWith(keys, own);
  const { businessId, documentId } = await aDocumentId(db);
  for (const text of ['<html>uno</html>', 'dos\u001b[2J', 'dos\u001b[2J'])
    await keepText(db, { documentId, businessId, attempt: 2 }, old, text);
  const evidence = (...words: string[]) =>
    after('documento', 'evidencia', String(documentId), ...words);
  const [one, two] = (await listAnswers(db, documentId)).map(({ id }) => String(id));
  expect((await evidence('--numero', one ?? '')).stderr).toContain('Ninguna de las claves');
  for (const cambiados of [2, 0])
    expect((await during('clave', 'rotar', '--json')).json).toMatchObject({
      cambiados,
      omitidos: 0,
    });
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
  const acts = await openings(db, businessId);
  expect(acts.at(-1)).toMatchObject({
    documentId,
    reason: 'lo pidió Ana',
    after: { evidence: Number(one) },
  });
  expect(acts).toHaveLength(3);

  expect((await after('verificar', '--json')).json).toMatchObject({ evidencias: 2, mal: [] });
  await alterAnswer(db, one);
  const wrong = await after('verificar');
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining(`evidencia ${one}`)]);
  await db.close();
  await own.drop();
});

const openings = async (db: TestDb, businessId: number) =>
  (await listAudit(db, { scope: businessId })).filter(({ action }) => action === 'evidence.open');

/** Changes one bit of it; the database lets no row be removed, nor its hash be changed. */
async function alterAnswer(db: TestDb, id: string | undefined): Promise<void> {
  await db.pool.query(
    `UPDATE kept_answers SET sealed = set_byte(sealed, 100, get_byte(sealed, 100) # 1)
      WHERE id = $1`,
    [id],
  );
  await expect(db.pool.query('DELETE FROM kept_answers')).rejects.toThrow('append only');
  await expect(db.pool.query(`UPDATE kept_answers SET sha256 = sha256`)).rejects.toThrow(
    'append only',
  );
}
