/** Tests changes of a business from the terminal: settings, series, credentials, state. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { accessColumn, findAccess, findBusiness } from '@rafaga/db';
import { createVault } from '@rafaga/secrets';
import { seriesJson } from '../../apps/cli/src/cards/businessCard.js';
import { startTestApi, type TestApi } from '../support/api.js';
import { aHome, aRuc, businessCreator, rafagaIn, SIGNING } from '../support/cli.js';
import { SECRET_KEYS } from '../support/settings.js';
import { waitFor } from '../support/waitFor.js';

let api: TestApi;
const home = aHome();
const rafaga = rafagaIn(home);

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const aBusiness = businessCreator(rafaga);

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
  expect(await rafaga('negocio', 'cambiar', '--ruc', ruc)).toMatchObject({
    code: 2,
    stderr: 'No hay nada que cambiar: da al menos una opción.\n',
  });
});

test.each([
  ['/no-esta.pfx', 'no existe'],
  ['/', 'es una carpeta'],
  ['/dev/zero', 'pesa demasiado'],
])('a certificate and a logo at %s are refused, because it %s', async (file, why) => {
  const ruc = await aBusiness();
  const change = (...words: string[]) => rafaga('negocio', ...words, '--ruc', ruc);
  expect(await change('cambiar', '--certificado', file)).toMatchObject({
    code: 2,
    stderr: `--certificado: no se puede leer ${file}: ${why}.\n`,
  });
  expect(await change('diseno', '--logo', file)).toMatchObject({
    code: 2,
    stderr: `--logo: no se puede leer ${file}: ${why}.\n`,
  });
});

test('series are added, closed and opened again, and their numbers never decrease', async () => {
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

test('of two commands that add one series, the later one says so', async () => {
  const ruc = await aBusiness();
  const first = await api.db.pool.connect();
  await first.query('BEGIN');
  await first.query(
    `INSERT INTO series (business_id, environment, kind, code)
     SELECT id, environment, 'boleta', 'B001' FROM businesses WHERE ruc = $1`,
    [ruc],
  );
  const second = rafaga('serie', 'agregar', '--ruc', ruc, '--serie', 'B001');
  await waitFor('the second, behind the first', async () => {
    const { rowCount } = await first.query(
      'SELECT FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid',
    );
    return rowCount === 1;
  }).finally(() => first.query('COMMIT'));
  first.release();
  expect(await second).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Otra orden acaba de agregar la serie B001.'),
  });
});

test('no number follows the last one of a series', () => {
  const last = { code: 'B001', kind: 'boleta', active: true, lastNumber: 99_999_999 } as const;
  expect(seriesJson(last)).toMatchObject({ siguiente: null });
  expect(seriesJson({ ...last, lastNumber: 99_999_998 })).toMatchObject({ siguiente: 99_999_999 });
});

test('the commands of series name no number after the last one', async () => {
  const ruc = await aBusiness();
  const serie = (...words: string[]) => rafaga('serie', ...words, '--ruc', ruc, '--serie', 'B001');
  await serie('agregar', '--siguiente', '99999999');
  expect((await serie('agregar')).stderr).toBe('La serie B001 ya existe: sigue 99999999.\n');
  const set = (change: string) =>
    api.db.pool.query(
      `UPDATE series s SET ${change} FROM businesses b WHERE b.id = s.business_id AND b.ruc = $1`,
      [ruc],
    );
  await set('last_number = 99999999');
  expect((await serie('agregar')).stderr).toBe('La serie B001 ya existe: agotada.\n');
  const { avisos } = (await rafaga('negocio', 'ver', '--ruc', ruc, '--json')).json;
  expect(avisos.join('\n')).toContain('agrega otra y ciérrala: rafaga serie agregar');
  await serie('cerrar');
  expect((await serie('agregar')).stdout).toBe('Serie B001 de boletas abierta: agotada.\n');
  await set("environment = 'beta'");
  expect((await serie('agregar')).stderr).toMatch(/con --siguiente 1\.\n$/);
});

test('a credential works at once, shows its secret once, and stops when revoked', async () => {
  const ruc = await aBusiness(...SIGNING, '--activar');
  const made = await rafaga('credencial', 'crear', '--ruc', ruc, '--nombre', 'caja 1');
  expect(made.code).toBe(0);
  expect(await rafaga('credencial', 'crear', '--ruc', ruc, '--nombre', 'caja 1')).toMatchObject({
    code: 1,
    stderr: 'Ya hay una credencial activa con ese nombre.\n',
  });
  expect(Object.keys(made.json)).toEqual(['api_key', 'api_secret']);
  const headers = { 'X-Api-Key': made.json.api_key, 'X-Api-Secret': made.json.api_secret };
  expect((await api.get('/v1/boletas/1', headers)).status).toBe(404);
  const listed = await rafaga('credencial', 'listar', '--ruc', ruc, '--json');
  expect(listed.json).toMatchObject([
    { api_key: made.json.api_key, nombre: 'caja 1', revocada_en: null },
  ]);
  expect(listed.stdout).not.toContain(made.json.api_secret);
  expect((await rafaga('credencial', 'revocar', '--clave', made.json.api_key)).code).toBe(0);
  // a Redis message drops the cached credential; it may arrive after the first request
  let status = 0;
  for (let tries = 0; tries < 50 && status !== 401; tries += 1)
    status = (await api.get('/v1/boletas/1', headers)).status;
  expect(status).toBe(401);
  expect((await rafaga('credencial', 'revocar', '--clave', made.json.api_key)).code).toBe(1);
});

test.each(['\u0085', '\u2028', '\u2029'])(
  'a name of a credential or a user with the line end %j is refused',
  async (end) => {
    const name = ['--nombre', `Caja${end}1`];
    for (const run of [
      await rafaga('credencial', 'crear', '--ruc', aRuc(), ...name),
      await rafaga('usuario', 'invitar', '--correo', 'ana@bodega.pe', '--rol', 'operador', ...name),
    ]) {
      expect(run.code).toBe(2);
      expect(run.stderr).toContain('--nombre: ');
    }
  },
);

test('a business is suspended and activated again', async () => {
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

test('a business that is not active yet is not suspended', async () => {
  const ruc = await aBusiness(...SIGNING);
  const run = await rafaga('negocio', 'suspender', '--ruc', ruc);
  expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('no está activo todavía')]);
  expect((await rafaga('negocio', 'ver', '--ruc', ruc, '--json')).json).toMatchObject({
    estado: 'borrador',
  });
});

test('without the key for its secrets no business is created', async () => {
  const ruc = aRuc();
  const create = ['negocio', 'crear', '--ruc', ruc, '--razon-social', 'Bodega Ñ', ...SIGNING];
  const without = await rafagaIn(aHome({ RAFAGA_MASTER_KEY: 'corta' }))(...create);
  expect([without.code, without.stderr]).toEqual([
    expect.any(Number),
    expect.stringContaining('RAFAGA_MASTER_KEY'),
  ]);
  expect(without.code).not.toBe(0);
  expect((await rafaga(...create)).code).toBe(0);
});

test('a created business is activated with the prices that the help calls usual', async () => {
  const ruc = await aBusiness(...SIGNING);
  expect((await rafaga('negocio', 'activar', '--ruc', ruc, '--json')).json).toMatchObject({
    estado: 'activo',
    precios_con_igv: true,
  });
});

test('a draft of the panel is activated once it is said whether prices have the IGV', async () => {
  const ruc = await aBusiness(...SIGNING);
  await api.db.pool.query('UPDATE businesses SET prices_chosen_at = NULL WHERE ruc = $1', [ruc]);
  expect(await rafaga('negocio', 'activar', '--ruc', ruc)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`rafaga negocio cambiar --ruc ${ruc} --precios-con-igv`),
  });
  await rafaga('negocio', 'cambiar', '--ruc', ruc, '--precios-sin-igv');
  expect((await rafaga('negocio', 'activar', '--ruc', ruc, '--json')).json).toMatchObject({
    estado: 'activo',
    precios_con_igv: false,
  });
});

test('outside the simulator boletas need Consulta Integrada, or an explicit choice', async () => {
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

test('credentials of Consulta Integrada without a SOL user change nothing', async () => {
  const ruc = await aBusiness();
  const consult = ['--id-consulta', 'a', '--clave-consulta', 'b'];
  const change = ['negocio', 'cambiar', '--ruc', ruc, '--direccion', 'Otra calle 5', ...consult];
  expect(await rafaga(...change)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--usuario-sol: va junto con --id-consulta'),
  });
  expect((await findBusiness(api.db, ruc))?.address).not.toBe('Otra calle 5');
});

test('credentials for another destination than that of the SOL user change nothing', async () => {
  const ruc = await aBusiness(...SIGNING);
  const before = await findBusiness(api.db, ruc);
  const ose = ['--url-sunat', 'https://ose.example/enviar'];
  const consult = ['--id-consulta', 'a', '--clave-consulta', 'b'];
  expect(await rafaga('negocio', 'cambiar', '--ruc', ruc, ...ose, ...consult)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--usuario-sol: va junto con --id-consulta'),
  });
  expect(await findBusiness(api.db, ruc)).toEqual(before);
});

test('a business leaves the simulator only on request; credentials may come later', async () => {
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
  const vault = createVault(SECRET_KEYS);
  const id = (await findBusiness(api.db, ruc))?.id ?? 0;
  const opened = (field: 'consultSecret' | 'solPassword') =>
    vault
      .open(access?.[field] ?? Buffer.alloc(0), accessColumn(id, field, access?.destination))
      .toString();
  expect([opened('consultSecret'), opened('solPassword')]).toEqual(['b', 'moddatos']);
  expect((await rafaga(...leave)).code).toBe(0);
  const draft = await aBusiness(...SIGNING, '--ambiente', 'beta');
  const activated = await rafaga('negocio', 'activar', '--ruc', draft);
  expect(activated).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--respuesta-perdida'),
  });
});
