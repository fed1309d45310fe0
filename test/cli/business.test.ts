import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { findAccess, findBusiness, findSigningCertificate, listAudit } from '@rafaga/db';
import { createVault, selfSigned } from '@rafaga/secrets';
import { startTestApi, type TestApi } from '../support/api.js';
import { aHome, aRuc, rafagaIn } from '../support/cli.js';

// every command is a process of its own
jest.setTimeout(60_000);

let api: TestApi;
const home = aHome();
const rafaga = rafagaIn(home);

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const SIGNING = [
  '--certificado-autofirmado',
  '--usuario-sol',
  'MODDATOS',
  '--clave-sol',
  'moddatos',
];

async function aBusiness(...words: string[]): Promise<string> {
  const ruc = aRuc();
  await rafaga('negocio', 'crear', '--ruc', ruc, '--razon-social', 'Bodega S.A.C.', ...words);
  return ruc;
}

test('a business is made ready in one command', async () => {
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

test('what is secret is sealed for its business and place, and the audit does not hold it', async () => {
  const ruc = await aBusiness(...SIGNING);
  const business = await findBusiness(api.db, ruc);
  const id = business?.id ?? 0;
  const vault = createVault(Buffer.alloc(32, 3));
  const access = await findAccess(api.db, id);
  const certificate = await findSigningCertificate(api.db, id);
  expect(vault.open(access?.solUser ?? Buffer.alloc(0), `access:${id}:solUser`).toString()).toBe(
    'MODDATOS',
  );
  expect(
    vault.open(access?.solPassword ?? Buffer.alloc(0), `access:${id}:solPassword`).toString(),
  ).toBe('moddatos');
  expect(
    vault.open(certificate?.privateKey ?? Buffer.alloc(0), `certificate:${id}`).length,
  ).toBeGreaterThan(1_000);
  const audit = await listAudit(api.db, { businessId: id });
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
  const { certificate, privateKey } = await selfSigned({ ruc, legalName: 'Bodega S.A.C.' });
  const pem = (label: string, der: Buffer): string =>
    `-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----\n`;
  const file = path.join(home, `${ruc}.pem`);
  writeFileSync(file, pem('CERTIFICATE', certificate) + pem('PRIVATE KEY', privateKey));
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

test('every mistake is told at once, and nothing is made', async () => {
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

test('what a business lacks is named with the command that supplies it', async () => {
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

test('addresses of the operator’s own make an authority of its own', async () => {
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

test('settings are changed without touching the others', async () => {
  const ruc = await aBusiness('--exonerado', '--sin-facturas');
  const changed = await rafaga(
    'negocio',
    'cambiar',
    '--ruc',
    ruc,
    '--con-facturas',
    '--precios-sin-igv',
    '--limite-por-minuto',
    '90',
    '--json',
  );
  expect(changed.json).toMatchObject({
    exonerado: true,
    facturas: true,
    precios_con_igv: false,
    limite_por_minuto: 90,
  });
  expect((await rafaga('negocio', 'cambiar', '--ruc', ruc)).code).toBe(2);
});

test('series are added, closed and opened again, and never go back', async () => {
  const ruc = await aBusiness();
  const serie = (...words: string[]) => rafaga('serie', ...words, '--ruc', ruc, '--json');
  expect((await serie('agregar', '--serie', 'F001', '--siguiente', '1501')).json).toEqual({
    serie: 'F001',
    tipo: 'factura',
    siguiente: 1501,
    activa: true,
  });
  expect((await serie('agregar', '--serie', 'F001')).code).toBe(1);
  expect((await serie('agregar', '--serie', 'F001', '--siguiente', '7')).code).toBe(1);
  expect((await serie('cerrar', '--serie', 'F001')).json).toMatchObject({ activa: false });
  expect((await serie('agregar', '--serie', 'F001')).json).toMatchObject({
    activa: true,
    siguiente: 1501,
  });
  expect((await serie('agregar', '--serie', 'X001', '--siguiente', 'dos')).code).toBe(2);
  expect((await serie('cerrar', '--serie', 'B009')).code).toBe(1);
});

test('a credential works at once, its secret is shown once, and it stops at once when revoked', async () => {
  const ruc = await aBusiness(...SIGNING, '--activar');
  const made = await rafaga('credencial', 'crear', '--ruc', ruc, '--nombre', 'caja 1');
  expect(made.code).toBe(0);
  expect(Object.keys(made.json)).toEqual(['api_key', 'api_secret']);
  const headers = { 'X-Api-Key': made.json.api_key, 'X-Api-Secret': made.json.api_secret };
  expect((await api.get('/v1/boletas/1', headers)).status).toBe(404);
  const listed = await rafaga('credencial', 'listar', '--ruc', ruc, '--json');
  expect(listed.json).toMatchObject([
    { api_key: made.json.api_key, nombre: 'caja 1', revocada_en: null },
  ]);
  expect(listed.stdout).not.toContain(made.json.api_secret);
  expect((await rafaga('credencial', 'revocar', '--clave', made.json.api_key)).code).toBe(0);
  // the message overtakes the cache's few seconds, yet it is a message: it may take its moment
  let status = 0;
  for (let tries = 0; tries < 50 && status !== 401; tries += 1)
    status = (await api.get('/v1/boletas/1', headers)).status;
  expect(status).toBe(401);
  expect((await rafaga('credencial', 'revocar', '--clave', made.json.api_key)).code).toBe(1);
});

test('a suspended business is refused by the API, and can be active again', async () => {
  const ruc = await aBusiness(...SIGNING, '--activar');
  expect((await rafaga('negocio', 'suspender', '--ruc', ruc, '--json')).json).toMatchObject({
    estado: 'suspendido',
  });
  expect((await rafaga('negocio', 'activar', '--ruc', ruc, '--json')).json).toMatchObject({
    estado: 'activo',
  });
  const list = await rafaga('negocio', 'listar', '--json');
  expect(list.json).toContainEqual(expect.objectContaining({ ruc, estado: 'activo' }));
});

test('outside the simulator boletas need credentials of Consulta Integrada, or a choice that is explained', async () => {
  const outside = [...SIGNING.slice(1), '--ambiente', 'beta', '--activar'];
  const words = [
    'negocio',
    'crear',
    '--razon-social',
    'Bodega S.A.C.',
    ...SIGNING.slice(0, 1),
    ...outside,
  ];
  const refused = await rafaga(...words, '--ruc', aRuc());
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--id-consulta: falta.*revisar: .*presumir: /s),
  });
  const chosen = await rafaga(
    ...words,
    '--ruc',
    aRuc(),
    '--respuesta-perdida',
    'presumir',
    '--json',
  );
  expect(chosen.json.sunat).toMatchObject({
    consulta_integrada: false,
    respuesta_perdida: 'presumir',
  });
  const given = await rafaga(
    ...words,
    '--ruc',
    aRuc(),
    '--id-consulta',
    'a',
    '--clave-consulta',
    'b',
    '--json',
  );
  expect(given.json.sunat).toMatchObject({
    consulta_integrada: true,
    respuesta_perdida: 'revisar',
  });
  expect((await rafaga('negocio', 'crear', '--help')).stdout).toMatch(
    /revisar: Si SUNAT.*presumir:/s,
  );
});

test('a business leaves the simulator, or is activated outside, only on request; credentials may come later', async () => {
  const ruc = await aBusiness(...SIGNING, '--activar');
  const leave = ['negocio', 'cambiar', '--ruc', ruc, '--ambiente', 'beta'];
  expect((await rafaga(...leave)).code).toBe(2);
  expect((await findBusiness(api.db, ruc))?.authority).toBe('simulator');
  expect(
    (
      await rafaga(
        'negocio',
        'cambiar',
        '--ruc',
        ruc,
        '--id-consulta',
        'a',
        '--clave-consulta',
        'b',
      )
    ).code,
  ).toBe(0);
  const access = await findAccess(api.db, (await findBusiness(api.db, ruc))?.id ?? 0);
  const vault = createVault(Buffer.alloc(32, 3));
  const id = (await findBusiness(api.db, ruc))?.id;
  expect(
    vault.open(access?.consultSecret ?? Buffer.alloc(0), `access:${id}:consultSecret`).toString(),
  ).toBe('b');
  expect(
    vault.open(access?.solPassword ?? Buffer.alloc(0), `access:${id}:solPassword`).toString(),
  ).toBe('moddatos');
  expect((await rafaga(...leave)).code).toBe(0);
  const draft = await aBusiness(...SIGNING, '--ambiente', 'beta');
  const activated = await rafaga('negocio', 'activar', '--ruc', draft);
  expect(activated).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--respuesta-perdida'),
  });
});
