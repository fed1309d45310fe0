/** A new master key takes over whatever the one before sealed, while a business is paused and people are signed up. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import {
  addPerson,
  createDb,
  type Db,
  findAccess,
  findBusiness,
  findSigningCertificate,
  pauseBusiness,
  resumeMended,
  setSecondFactor,
} from '@rafaga/db';
import { createVault } from '@rafaga/secrets';
import { type OwnServers, ownServers } from '../exchange/servers.js';
import { aHome, aRuc, rafagaIn } from './rafaga.js';

// every command is a process of its own
jest.setTimeout(60_000);

let servers: OwnServers;
let db: Db;
beforeAll(async () => {
  servers = await ownServers();
  db = createDb(servers.databaseUrl, { max: 2 });
});
afterAll(async () => {
  await db.close();
  await servers.drop();
});

test('rotates certificates, SOL passwords and second factors, and says when nothing is left', async () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const at = { DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl };
  const before = rafagaIn(aHome({ ...at, RAFAGA_MASTER_KEY: old.toString('base64') }));
  const during = rafagaIn(aHome({ ...at, RAFAGA_MASTER_KEY: next.toString('base64'), RAFAGA_MASTER_KEY_PREVIOUS: old.toString('base64') }));
  const after = rafagaIn(aHome({ ...at, RAFAGA_MASTER_KEY: next.toString('base64') }));

  const ruc = aRuc();
  const signing = ['--certificado-autofirmado', '--usuario-sol', 'MODDATOS', '--clave-sol', 'moddatos'];
  const made = await before('negocio', 'crear', '--ruc', ruc, '--razon-social', 'Bodega S.A.C.', ...signing);
  expect(made.code).toBe(0);
  const id = (await findBusiness(db, ruc))?.id ?? 0;
  const { id: person } = await addPerson(db, { actor: 'test' }, { email: 'ana@prueba.pe', name: 'Ana', role: 'admin' });
  await setSecondFactor(db, { actor: 'test' }, person, createVault(old).seal(Buffer.from('totp'), `totp:${person}`));
  await pauseBusiness(db, id, { forMs: 60_000, why: '0102' });

  const blind = await after('clave', 'rotar');
  expect([blind.code, blind.stderr]).toEqual([1, expect.stringContaining('RAFAGA_MASTER_KEY_PREVIOUS')]);
  expect((await during('clave', 'rotar')).stdout).toContain('3 registros cifrados pasaron a la clave actual.');
  expect((await during('clave', 'rotar', '--json')).json).toEqual({ cambiados: 0 });
  expect((await after('clave', 'rotar')).stdout).toContain('la anterior no hace falta');

  const vault = createVault(next);
  expect(vault.open((await findAccess(db, id))?.solPassword ?? Buffer.alloc(0), `access:${id}:solPassword`).toString()).toBe('moddatos');
  expect(vault.open((await findSigningCertificate(db, id))?.privateKey ?? Buffer.alloc(0), `certificate:${id}`).length).toBeGreaterThan(
    1_000,
  );
  const user = await db.prisma.user.findUniqueOrThrow({ where: { id: person } });
  expect(vault.open(Buffer.from(user.totpSecret ?? []), `totp:${person}`).toString()).toBe('totp');
  // nobody mended anything: a business that rests goes on resting
  expect(await resumeMended(db)).toEqual([]);
});
