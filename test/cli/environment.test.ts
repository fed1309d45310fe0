/** Tests changes of a business's environment from the terminal. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listAudit } from '@rafaga/db';
import { aPerson } from '../../packages/db/testing/aPerson.js';
import { startTestApi, type TestApi } from '../support/api.js';
import { aBusiness } from '../support/business.js';
import { aHome, rafagaIn } from '../support/cli.js';

let api: TestApi;
const rafaga = rafagaIn(aHome());
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

/** A business with two pending boletas, one of which may have been sent. */
async function aWaitingBusiness() {
  const tenant = await aBusiness(api.db);
  const { datos } = (await api.boleta(tenant.credentials)).json;
  await api.boleta(tenant.credentials);
  await api.db.pool.query(
    `UPDATE emissions SET stage = 'sending', sends = 1 WHERE document_id = $1`,
    [datos.id],
  );
  return { ...tenant, silent: datos.id };
}

test('with pending documents a change needs the command for two persons', async () => {
  const { ruc } = await aWaitingBusiness();
  const refused = await rafaga(
    'negocio',
    'cambiar',
    '--ruc',
    ruc,
    '--ambiente',
    'beta',
    '--respuesta-perdida',
    'revisar',
    '--json',
  );
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stderr)).toEqual({
    error: expect.stringMatching(`rafaga negocio pasar --ruc ${ruc} .*--motivo TEXTO$`),
    esperan: 2,
  });
  expect((await rafaga('negocio', 'ver', '--ruc', ruc, '--json')).json.sunat).toMatchObject({
    ambiente: 'simulador',
    entorno: 'simulado',
  });
});

test('two persons move pending documents, and the audit names both and the terminal', async () => {
  const { id, ruc, silent } = await aWaitingBusiness();
  const [{ email: ana }, { email: luis }] = [await aPerson(api.db), await aPerson(api.db, 'admin')];
  const words = [
    'negocio',
    'pasar',
    '--ruc',
    ruc,
    '--ambiente',
    'beta',
    '--motivo',
    'el simulador se retiró',
    '--json',
  ];
  const moved = await rafaga(...words, '--propone', ana, '--aprueba', luis);
  expect(moved.code).toBe(0);
  expect(moved.json).toMatchObject({
    sunat: { ambiente: 'beta' },
    en_revision_del_ambiente_anterior: 1,
  });
  const acts = (await listAudit(api.db, { scope: id })).filter(({ action }) =>
    /proposal|environment/.test(action),
  );
  expect(acts.map(({ action, actor }) => [action, actor.replace(/^cli:\S+ /, '')])).toEqual([
    ['environment.change', `por ${luis}`],
    ['proposal.approve', `por ${luis}`],
    ['proposal.add', `por ${ana}`],
  ]);
  expect((await rafaga('referencia', 'ver', String(silent), '--json')).json).toMatchObject({
    entorno: 'simulado',
  });
  const resumed = await rafaga(
    'referencia',
    'reanudar',
    String(silent),
    '--motivo',
    'a ver si sale',
  );
  expect([resumed.code, resumed.stderr]).toEqual([
    1,
    expect.stringContaining('ambiente que su negocio dejó'),
  ]);
});

test('a move needs two different persons with the right to decide', async () => {
  const { ruc } = await aWaitingBusiness();
  const [{ email: ana }, { email: support }] = [
    await aPerson(api.db),
    await aPerson(api.db, 'support'),
  ];
  const words = [
    'negocio',
    'pasar',
    '--ruc',
    ruc,
    '--ambiente',
    'beta',
    '--motivo',
    'el simulador se retiró',
    '--propone',
    ana,
  ];
  expect(await rafaga(...words)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--aprueba'),
  });
  expect(await rafaga(...words, '--aprueba', ana.toUpperCase())).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('otra persona'),
  });
  expect(await rafaga(...words, '--aprueba', support)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no es un operador'),
  });
  expect((await rafaga('negocio', 'ver', '--ruc', ruc, '--json')).json.sunat).toMatchObject({
    ambiente: 'simulador',
  });
});

test('a series that was used in the simulator needs a first number in beta', async () => {
  const tenant = await aBusiness(api.db);
  await api.boleta(tenant.credentials);
  await api.db.pool.query('DELETE FROM emissions WHERE business_id = $1', [tenant.id]);
  const change = ['negocio', 'cambiar', '--ruc', tenant.ruc, '--ambiente', 'beta'];
  change.push('--respuesta-perdida', 'revisar');
  const words = ['serie', 'agregar', '--ruc', tenant.ruc, '--serie', 'B001'];
  const there = [...words, '--ambiente', 'beta'];
  expect(await rafaga(...change)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`rafaga ${there.join(' ')} --siguiente NUMERO`),
  });
  expect(await rafaga(...there)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/llegó aquí al 1: .* en beta, con --siguiente 1 .*siguiente 2/),
  });
  expect(await rafaga(...there, '--siguiente', '7')).toMatchObject({ code: 0 });
  expect(await rafaga(...there, '--siguiente', '8')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('ya lo tiene'),
  });
  expect((await rafaga(...change)).code).toBe(0);
  expect((await api.boleta(tenant.credentials)).json.datos).toMatchObject({
    numero_completo: 'B001-7',
    entorno: 'beta',
  });
});

test('a series of a suspended business may get its first number after the change', async () => {
  const tenant = await aBusiness(api.db);
  await api.boleta(tenant.credentials);
  await api.db.pool.query('DELETE FROM emissions WHERE business_id = $1', [tenant.id]);
  const change = ['negocio', 'cambiar', '--ruc', tenant.ruc, '--ambiente', 'beta'];
  change.push('--respuesta-perdida', 'revisar');
  await rafaga('negocio', 'suspender', '--ruc', tenant.ruc);
  const changed = await rafaga(...change);
  expect([changed.code, changed.stderr]).toEqual([
    0,
    expect.stringContaining('con qué número empieza en este ambiente: B001'),
  ]);
  const words = ['serie', 'agregar', '--ruc', tenant.ruc, '--serie', 'B001'];
  expect(await rafaga(...words)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/llegó al 1 en simulado.*--siguiente 2/),
  });
  expect(await rafaga(...words, '--siguiente', '1')).toMatchObject({ code: 0 });
  await rafaga('negocio', 'activar', '--ruc', tenant.ruc);
  expect((await api.boleta(tenant.credentials)).json.datos).toMatchObject({
    numero_completo: 'B001-1',
    entorno: 'beta',
  });
});

test('the address of an OSE is in the given environment, or else in production', async () => {
  const tenant = await aBusiness(api.db);
  const own = [
    'negocio',
    'cambiar',
    '--ruc',
    tenant.ruc,
    '--respuesta-perdida',
    'revisar',
    '--url-sunat',
    'https://ose.example.pe/bill',
    '--json',
  ];
  expect((await rafaga(...own)).json.sunat).toMatchObject({
    ambiente: 'propio',
    entorno: 'produccion',
  });
  expect((await rafaga(...own, '--ambiente', 'beta')).json.sunat).toMatchObject({
    ambiente: 'propio',
    entorno: 'beta',
  });
});

test('a setting limits how far ahead of its series a chosen number may be', async () => {
  const tenant = await aBusiness(api.db);
  await rafaga('negocio', 'cambiar', '--ruc', tenant.ruc, '--salto-maximo', '5');
  expect(
    (await api.boleta(tenant.credentials, { correlativo: 6 })).json.errores?.correlativo?.[0],
  ).toContain('más de 5 números');
  expect((await api.boleta(tenant.credentials, { correlativo: 5 })).status).toBe(201);
});
