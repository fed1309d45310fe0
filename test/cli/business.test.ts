/** Tests that an operator can create and set up a business from the terminal. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { selfSigned } from '@rafaga/certificates';
import {
  accessColumn,
  certificateKeyColumn,
  findAccess,
  findBusiness,
  findSigningCertificate,
  listAudit,
} from '@rafaga/db';
import { createVault } from '@rafaga/secrets';
import { startTestApi, type TestApi } from '../support/api.js';
import { aHome, aRuc, businessCreator, rafagaIn, SIGNING } from '../support/cli.js';
import { SECRET_KEYS } from '../support/settings.js';

let api: TestApi;
const home = aHome();
const rafaga = rafagaIn(home);

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const aBusiness = businessCreator(rafaga);

test('one command creates a business with certificate and SOL user, and activates it', async () => {
  const ruc = aRuc();
  const about = [
    '--nombre-comercial',
    'El Ejemplo',
    '--direccion',
    'Av. Arequipa 1234',
    '--ubigeo',
    '150116',
    '--limite-por-minuto',
    '600',
  ];
  const made = await rafaga(
    'negocio',
    'crear',
    '--ruc',
    ruc,
    '--razon-social',
    'Bodega S.A.C.',
    ...about,
    ...SIGNING,
    '--activar',
    '--json',
  );
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.json).toMatchObject({
    ruc,
    razon_social: 'Bodega S.A.C.',
    nombre_comercial: 'El Ejemplo',
    estado: 'activo',
    limite_por_minuto: 600,
    precios_con_igv: true,
    sunat: { ambiente: 'simulador', usuario_sol: true },
    certificado: { ruc },
    series: [],
    avisos: [expect.stringContaining('Falta una serie')],
  });
});

test('a business without the address that its papers show is told so, and may issue', async () => {
  const ruc = await aBusiness(...SIGNING, '--activar');
  const remark = /Falta el domicilio fiscal.*negocio cambiar --ruc \d+ --direccion/;
  const { json } = await rafaga('negocio', 'ver', '--ruc', ruc, '--json');
  expect(json).toMatchObject({ estado: 'activo' });
  expect(json.avisos).toContainEqual(expect.stringMatching(remark));
  await rafaga('negocio', 'cambiar', '--ruc', ruc, '--direccion', 'Av. Arequipa 1234');
  const mended = await rafaga('negocio', 'ver', '--ruc', ruc, '--json');
  expect(mended.json.avisos.join()).not.toContain('domicilio');
});

test('secrets are sealed for their record and column, and are not in the audit', async () => {
  const ruc = await aBusiness(...SIGNING);
  const business = await findBusiness(api.db, ruc);
  const id = business?.id ?? 0;
  const vault = createVault(SECRET_KEYS);
  const access = await findAccess(api.db, id);
  const certificate = await findSigningCertificate(api.db, id);
  const opened = (field: 'solUser' | 'solPassword') =>
    vault
      .open(access?.[field] ?? Buffer.alloc(0), accessColumn(id, field, access?.destination))
      .toString();
  expect([opened('solUser'), opened('solPassword')]).toEqual(['MODDATOS', 'moddatos']);
  const column = certificateKeyColumn(certificate?.id ?? 0, id);
  expect(vault.open(certificate?.privateKey ?? Buffer.alloc(0), column).length).toBeGreaterThan(
    1_000,
  );
  const audit = await listAudit(api.db, { scope: id });
  expect(audit.map(({ action }) => action)).toEqual([
    'access.put',
    'certificate.put',
    'business.create',
  ]);
  expect(audit.every(({ actor }) => actor.startsWith('cli:'))).toBe(true);
  expect(JSON.stringify(audit)).not.toContain('moddatos');
});

test('a certificate is read from a file, its password from the environment', async () => {
  const ruc = aRuc();
  const file = await certificateFileOf(ruc);
  const made = await rafagaIn(home, { RAFAGA_CLAVE_SOL: 'moddatos' })(
    ...[
      'negocio',
      'crear',
      '--ruc',
      ruc,
      '--razon-social',
      'Bodega S.A.C.',
      '--usuario-sol',
      `${ruc}MODDATOS`,
      '--certificado',
      file,
      '--json',
    ],
  );
  expect(made.json).toMatchObject({
    estado: 'borrador',
    certificado: { ruc },
    sunat: { usuario_sol: true },
  });
});

test('production has a remark about a certificate that only the simulator accepts', async () => {
  const ruc = await aBusiness(...SIGNING);
  const remarks = async () =>
    (await rafaga('negocio', 'ver', '--ruc', ruc, '--json')).json.avisos.join('\n');
  expect(await remarks()).not.toContain('es de prueba');
  const file = await certificateFileOf(ruc);
  const moved = ['--ambiente', 'produccion', '--certificado', file];
  await rafaga('negocio', 'cambiar', '--ruc', ruc, ...moved);
  expect(await remarks()).toMatch(
    /certificado es de prueba, y SUNAT no lo acepta en producción.*negocio cambiar.* --certificado/,
  );
});

test('a certificate of another RUC does not replace the one that signs', async () => {
  const ruc = aRuc();
  await rafaga('negocio', 'crear', '--ruc', ruc, '--razon-social', 'Bodega S.A.C.', ...SIGNING);
  const stored = async () =>
    (await rafaga('negocio', 'ver', '--ruc', ruc, '--json')).json as { certificado?: object };
  const before = await stored();
  const other = aRuc();
  const file = await certificateFileOf(other);
  const { code, stderr } = await rafaga('negocio', 'cambiar', '--ruc', ruc, '--certificado', file);
  expect(code).toBe(2);
  expect(stderr).toBe(`--certificado: El certificado es de otro RUC (${other}).\n`);
  expect((await stored()).certificado).toEqual(before.certificado);
});

async function certificateFileOf(ruc: string): Promise<string> {
  const { certificate, privateKey } = await selfSigned({ ruc, legalName: 'Bodega S.A.C.' });
  const pem = (label: string, der: Buffer): string =>
    `-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----\n`;
  const file = path.join(home, `${ruc}.pem`);
  writeFileSync(file, pem('CERTIFICATE', certificate) + pem('PRIVATE KEY', privateKey));
  return file;
}

test('all mistakes are reported together, and nothing is created', async () => {
  const words = [
    '--ruc',
    '2012345678',
    '--ubigeo',
    '990101',
    '--limite-por-minuto',
    '0',
    '--url-consulta',
    'x',
    '--clave-sol',
    'a',
    '--direccion',
    'Av. Grau\u2028123',
  ];
  const run = await rafaga(
    'negocio',
    'crear',
    ...words,
    '--sin-boletas',
    '--sin-facturas',
    '--certificado',
    '/no/esta',
    '--json',
  );
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(Object.keys(JSON.parse(run.stderr).errores).sort()).toEqual(
    [
      '--certificado',
      '--direccion',
      '--limite-por-minuto',
      '--razon-social',
      '--ruc',
      '--sin-facturas',
      '--ubigeo',
      '--url-consulta',
      '--usuario-sol',
    ].sort(),
  );
});

test('a RUC has one business', async () => {
  const ruc = await aBusiness();
  const again = await rafaga(
    'negocio',
    'crear',
    '--ruc',
    ruc,
    '--razon-social',
    'Otra S.A.C.',
    '--json',
  );
  expect(again.code).toBe(1);
  expect(JSON.parse(again.stderr).error).toContain(`Ya hay un negocio con el RUC ${ruc}`);
});

test('each setup issue is printed with the command that resolves it', async () => {
  const ruc = await aBusiness();
  const { stderr } = await rafaga('negocio', 'ver', '--ruc', ruc);
  for (const lack of [
    'Falta el certificado',
    'Falta el usuario SOL',
    `rafaga serie agregar --ruc ${ruc}`,
    `rafaga negocio activar --ruc ${ruc}`,
  ]) {
    expect(stderr).toContain(lack);
  }
});

test('a business with an address of an OSE has a custom authority', async () => {
  const ruc = await aBusiness(
    '--url-sunat',
    'http://127.0.0.1:9/bill',
    '--url-consulta',
    'http://127.0.0.1:9/consult',
  );
  expect((await rafaga('negocio', 'ver', '--ruc', ruc, '--json')).json.sunat).toMatchObject({
    ambiente: 'propio',
    url: 'http://127.0.0.1:9/bill',
    url_consulta: 'http://127.0.0.1:9/consult',
  });
});

test.each([
  ['http://8.8.8.8/bill', 'RAFAGA_ALLOW_PRIVATE'],
  ['https://10.1.2.3/bill', 'es privada'],
  ['https://[64:ff9b::169.254.169.254]/bill', 'no está permitida'],
  ['https://[2002:7f00:1::]/bill', 'no está permitida'],
  ['ftp://ose.example.pe/bill', 'https://'],
])('a business does not send to %s', async (address, reason) => {
  const [ruc, words] = [aRuc(), ['--razon-social', 'Bodega S.A.C.', '--url-sunat', address]];
  const { code, stderr } = await rafaga('negocio', 'crear', '--ruc', ruc, ...words);
  expect(code).not.toBe(0);
  expect(stderr).toContain(reason);
});
