/** Tests credentials, certificates, accesses, series and businesses, and their audit records. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { waitFor } from '../../../../test/support/waitFor.js';
import { aBusiness, aDb, BY } from '../../testing/aDocument.js';
import { findCredential, noteUse } from '../issuing/credentials.js';
import { findAccess, putAccess, putConsult } from './accesses.js';
import { findAccessTrials, putAccessTrials, TRIAL_ACCEPTED } from './accessTrials.js';
import { listAudit } from './audit.js';
import { findBusiness, listBusinesses } from './businesses.js';
import { findSigningCertificate, listCertificates, putCertificate } from './certificates.js';
import { createBusiness, setBusinessState, updateBusiness } from './changeBusiness.js';
import {
  addCredential,
  latestCredentials,
  listCredentials,
  revokeCredential,
} from './credentials.js';
import { changeDraftRuc } from './drafts.js';
import { addSeries, deactivateSeries, listSeries, SeriesProblem, setNextNumber } from './series.js';

const BOTH = ['sol', 'consult'];
const aRuc = () => `20${String(randomInt(1e9)).padStart(9, '0')}`;

const db = aDb();
afterAll(() => db.close());

async function aCredential(businessId: number, name = 'Caja 1') {
  const apiKey = `rk_${randomUUID()}`;
  const secretHash = randomBytes(32);
  const { id } = await addCredential(db, BY, { businessId, name, apiKey, secretHash });
  return { id, apiKey, secretHash };
}

const aCertificate = (from = '2026-01-01', to = '2028-01-01', privateKey = randomBytes(1300)) => ({
  certificate: randomBytes(900),
  privateKey: () => privateKey,
  subjectRuc: '20123456786',
  notBefore: new Date(from),
  notAfter: new Date(to),
  fingerprint: randomBytes(32).toString('hex'),
});

const actionsOf = async (businessId: number) =>
  (await listAudit(db, { scope: businessId })).map(({ action }) => action);

test('a business has so many active credentials, of different names', async () => {
  const { id } = await aBusiness(db);
  const names = Array.from({ length: 499 }, (_, index) => `Tienda ${index}`);
  await db.pool.query(
    `INSERT INTO credentials (business_id, name, api_key, secret_hash)
      SELECT $1::int, name, $1::text || name, sha256('') FROM unnest($2::text[]) AS name`,
    [id, names],
  );
  await expect(aCredential(id, 'Tienda 7')).rejects.toMatchObject({ reason: 'name' });
  const tried = await Promise.allSettled(['Caja 1', 'Caja 2'].map((name) => aCredential(id, name)));
  expect(tried.filter(({ status }) => status === 'rejected')).toEqual([
    { status: 'rejected', reason: expect.objectContaining({ reason: 'count', most: 500 }) },
  ]);
});

test('one query finds a credential with its business, series, certificate and access', async () => {
  const business = await aBusiness(db, 'B001', 'F001');
  const { id, apiKey, secretHash } = await aCredential(business.id);
  const bare = await findCredential(db, apiKey);
  expect(bare).toMatchObject({ id, secretHash, revoked: false, hasAccess: false });
  expect(bare?.certificate).toBeUndefined();
  await deactivateSeries(db, BY, business.id, 'F001');
  await putCertificate(db, BY, business.id, aCertificate());
  await putAccess(db, BY, business.id, { solUser: randomBytes(80), solPassword: randomBytes(80) });
  expect(await findCredential(db, apiKey)).toMatchObject({
    business: {
      id: business.id,
      ruc: business.ruc,
      state: 'active',
      test: false,
      boletas: true,
      ratePerMinute: 60,
      pricesIncludeTax: true,
      printFormats: ['a4'],
    },
    series: [
      { code: 'B001', kind: 'boleta', active: true },
      { code: 'F001', kind: 'factura', active: false },
    ],
    certificate: {
      subjectRuc: '20123456786',
      notBefore: new Date('2026-01-01'),
      notAfter: new Date('2028-01-01'),
    },
    hasAccess: true,
  });
});

test('an unknown key finds nothing', async () => {
  expect(await findCredential(db, 'rk_unknown')).toBeUndefined();
});

test('a revoked key is found as revoked, and revoked once', async () => {
  const { id } = await aBusiness(db);
  const { apiKey } = await aCredential(id);
  expect(await revokeCredential(db, BY, apiKey)).toBe(true);
  expect(await revokeCredential(db, BY, apiKey)).toBe(false);
  expect(await findCredential(db, apiKey)).toMatchObject({ revoked: true });
});

test('a list of credentials does not contain their hashes', async () => {
  const { id } = await aBusiness(db);
  const { apiKey } = await aCredential(id);
  const [listed] = await listCredentials(db, id);
  expect(listed).toMatchObject({ apiKey, name: 'Caja 1', revokedAt: null, lastUsedAt: null });
  expect(listed).not.toHaveProperty('secretHash');
});

test('the active credentials come before the latest revoked ones', async () => {
  const { id } = await aBusiness(db);
  for (const name of ['Caja 1', 'Caja 2', 'Caja 3', 'Caja 4']) await aCredential(id, name);
  for (const { apiKey } of (await listCredentials(db, id)).slice(0, 3))
    await revokeCredential(db, BY, apiKey);
  const names = async (revoked: number) =>
    (await latestCredentials(db, id, revoked)).map(({ name }) => name);
  expect(await names(2)).toEqual(['Caja 4', 'Caja 3', 'Caja 2']);
  expect(await names(0)).toEqual(['Caja 4']);
});

test('the last use is noted for many at once, and does not go back', async () => {
  const { id } = await aBusiness(db);
  const [one, other] = [await aCredential(id), await aCredential(id, 'Caja 2')];
  await noteUse(db, new Map([[one.id, new Date('2026-11-21T10:00:00Z')]]));
  await noteUse(
    db,
    new Map([
      [one.id, new Date('2026-11-21T09:00:00Z')],
      [other.id, new Date('2026-11-21T09:00:00Z')],
    ]),
  );
  const used = (await listCredentials(db, id)).map(({ lastUsedAt }) => lastUsedAt?.toISOString());
  expect(used).toEqual(['2026-11-21T10:00:00.000Z', '2026-11-21T09:00:00.000Z']);
});

test('processes that note uses lock the credentials in one order', async () => {
  const { id } = await aBusiness(db);
  const [one, other] = [await aCredential(id), await aCredential(id, 'Caja 2')];
  const locking = await db.pool.connect();
  await locking.query('BEGIN');
  const lock = 'SELECT pg_backend_pid() AS pid FROM credentials WHERE id = $1 FOR UPDATE NOWAIT';
  const { rows } = await locking.query(lock, [one.id]);
  const noted = noteUse(
    db,
    new Map([
      [other.id, new Date()],
      [one.id, new Date()],
    ]),
  );
  await waitFor('the other process to wait', async () => {
    const waiting = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
    return (await db.pool.query(waiting, [rows[0].pid])).rowCount === 1;
  });
  // the other one is not locked yet
  await locking.query(lock, [other.id]);
  await locking.query('COMMIT');
  locking.release();
  await noted;
});

test('a new certificate is the active one, and the one before is inactive', async () => {
  const { id } = await aBusiness(db);
  const [first, second] = [aCertificate(), aCertificate()];
  await putCertificate(db, BY, id, first);
  await putCertificate(db, BY, id, second);
  const signing = await findSigningCertificate(db, id);
  expect(signing).toMatchObject({
    fingerprint: second.fingerprint,
    certificate: second.certificate,
    privateKey: second.privateKey(),
  });
  expect(
    (await listCertificates(db, id)).map(({ fingerprint, active }) => [fingerprint, active]),
  ).toEqual([
    [second.fingerprint, true],
    [first.fingerprint, false],
  ]);
  expect(Object.keys((await listCertificates(db, id))[0] ?? {})).not.toContain('privateKey');
});

test('a replaced access keeps its credentials of Consulta Integrada', async () => {
  const { id } = await aBusiness(db);
  const access = {
    solUser: randomBytes(80),
    solPassword: randomBytes(80),
    consultId: randomBytes(80),
    consultSecret: randomBytes(80),
  };
  await putAccess(db, BY, id, access);
  expect(await findAccess(db, id)).toEqual(access);
  const solPassword = randomBytes(80);
  await putAccess(db, BY, id, { solUser: access.solUser, solPassword });
  expect(await findAccess(db, id)).toEqual({ ...access, solPassword });
});

test('credentials for another destination replace those of before', async () => {
  const { id } = await aBusiness(db);
  const sealed = () => randomBytes(80);
  const sol = () => ({ solUser: sealed(), solPassword: sealed() });
  const consult = () => ({ consultId: sealed(), consultSecret: sealed() });
  await putAccess(db, BY, id, { ...sol(), ...consult() });
  // what an earlier program has sealed is bound with the first that is stored now
  const here = { ...consult(), destination: 'https://one.example' };
  expect(await putConsult(db, BY, id, here)).toBe(true);
  expect(await findAccess(db, id)).toMatchObject(here);
  const elsewhere = { ...consult(), destination: 'https://other.example' };
  expect(await putConsult(db, BY, id, elsewhere)).toBe(false);
  expect(await findAccess(db, id)).toMatchObject(here);
  const moved = { ...sol(), destination: 'https://other.example' };
  await putAccess(db, BY, id, moved);
  expect(await findAccess(db, id)).toEqual(moved);
  expect(await putConsult(db, BY, id, elsewhere)).toBe(true);
});

const HERE = { destination: 'SUNAT' };
const TRIED = { result: TRIAL_ACCEPTED, at: new Date('2026-11-30T15:00:00Z') };
const sealedSol = () => ({ solUser: randomBytes(80), solPassword: randomBytes(80) });
const sealedConsult = () => ({ consultId: randomBytes(80), consultSecret: randomBytes(80) });

test.each<[string, (id: number) => Promise<unknown>, string[]]>([
  ['another SOL user', (id) => putAccess(db, BY, id, { ...sealedSol(), ...HERE }), ['consult']],
  [
    'both credentials',
    (id) => putAccess(db, BY, id, { ...sealedSol(), ...sealedConsult(), ...HERE }),
    [],
  ],
  [
    'credentials for another destination',
    (id) => putAccess(db, BY, id, { ...sealedSol(), destination: 'https://one.example' }),
    [],
  ],
  [
    'others of Consulta Integrada',
    (id) => putConsult(db, BY, id, { ...sealedConsult(), ...HERE }),
    ['sol'],
  ],
  ['another authority', (id) => updateBusiness(db, BY, id, { authority: 'beta' }), []],
  ['the same authority', (id) => updateBusiness(db, BY, id, { authority: 'simulator' }), BOTH],
  ['another RUC', (id) => changeDraftRuc(db, BY, id, aRuc()), []],
  ['another name', (id) => updateBusiness(db, BY, id, { legalName: 'Otra' }), BOTH],
])('a trial counts for what was tried: after %s', async (_what, change, left) => {
  const { id } = await createBusiness(db, BY, { ruc: aRuc(), legalName: 'Bodega' });
  await putAccess(db, BY, id, { ...sealedSol(), ...sealedConsult(), ...HERE });
  await putAccessTrials(db, id, { sol: TRIED, consult: TRIED });
  await change(id);
  expect(Object.keys(await findAccessTrials(db, id))).toEqual(left);
});

test('a series takes its kind from its code, and its counter only goes up', async () => {
  const { id } = await aBusiness(db);
  await addSeries(db, BY, id, 'F001', 101);
  await addSeries(db, BY, id, 'B001');
  expect(
    (await listSeries(db, id)).map(({ code, kind, lastNumber }) => [code, kind, lastNumber]),
  ).toEqual([
    ['B001', 'boleta', 0],
    ['F001', 'factura', 100],
  ]);
  await setNextNumber(db, BY, id, 'F001', 200);
  await expect(setNextNumber(db, BY, id, 'F001', 150)).rejects.toThrow(SeriesProblem);
  await expect(setNextNumber(db, BY, id, 'F009', 1)).rejects.toThrow(SeriesProblem);
  await expect((async () => addSeries(db, BY, id, 'X001'))()).rejects.toThrow(SeriesProblem);
  expect((await listSeries(db, id)).map(({ lastNumber }) => lastNumber)).toEqual([0, 199]);
});

test('a business is set up, changed, found and listed', async () => {
  const { id, ruc } = await aBusiness(db);
  await updateBusiness(db, BY, id, {
    tradeName: 'La Esquina',
    ratePerMinute: 600,
    printFormats: ['ticket-80'],
    address: null,
  });
  await setBusinessState(db, BY, id, 'suspended');
  expect(await findBusiness(db, ruc)).toMatchObject({
    tradeName: 'La Esquina',
    ratePerMinute: 600,
    printFormats: ['ticket-80'],
    state: 'suspended',
  });
  expect((await listBusinesses(db)).some((business) => business.ruc === ruc)).toBe(true);
  await expect(createBusiness(db, BY, { ruc, legalName: 'Otra' })).rejects.toMatchObject({
    code: 'P2002',
  });
});

test('every change has an audit record with actor, reason and content', async () => {
  const { id } = await aBusiness(db, 'B001');
  const by = { actor: 'cli:ana', reason: 'pedido 77', requestId: 'solicitud-1' };
  await updateBusiness(db, by, id, { ratePerMinute: 90 });
  const { apiKey } = await aCredential(id);
  await revokeCredential(db, by, apiKey);
  await putCertificate(db, by, id, aCertificate());
  await putAccess(db, by, id, { solUser: randomBytes(80), solPassword: randomBytes(80) });
  expect(await actionsOf(id)).toEqual([
    'access.put',
    'certificate.put',
    'credential.revoke',
    'credential.add',
    'business.update',
    'business.active',
    'series.add',
    'business.create',
  ]);
  const update = (await listAudit(db, { scope: id })).find(
    ({ action }) => action === 'business.update',
  );
  expect(update).toMatchObject({
    ...by,
    before: { ratePerMinute: 60 },
    after: { ratePerMinute: 90 },
  });
  const first = (await listAudit(db, { scope: id, limit: 3 })).at(-1);
  expect((await listAudit(db, { scope: id, from: first?.id as number })).length).toBe(5);
});

test('a failed change has no audit record', async () => {
  const { id } = await aBusiness(db, 'B001');
  const before = await actionsOf(id);
  await expect(addSeries(db, BY, id, 'B001')).rejects.toMatchObject({ code: 'P2002' });
  await expect(updateBusiness(db, BY, id, { ratePerMinute: 0 })).rejects.toThrow();
  expect(await actionsOf(id)).toEqual(before);
});
