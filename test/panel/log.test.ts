/** The request log: the panel shows what the API refused, without personal data. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { revokeCredential } from '@rafaga/db';
import { startTestApi, type TestApi } from '../support/api.js';
import { aBusiness, BY, type TestBusiness } from '../support/business.js';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { aReference } from '../support/saleBody.js';
import { waitFor } from '../support/waitFor.js';
import type { Browser } from './browser.js';

let api: TestApi;
let panel: TestPanel;
let support: Browser;
let business: TestBusiness;
beforeAll(async () => {
  [api, panel] = await Promise.all([startTestApi(), startTestPanel()]);
  support = await panel.as('support');
  business = await aBusiness(api.db);
});
afterAll(async () => {
  await api.stop();
  await panel.stop();
});

/** Waits until the panel shows it: the API writes refused requests in batches. */
async function shows(path: string, text: string | RegExp): Promise<void> {
  for (let time = 0; time < 200; time++) {
    await support.open(path);
    if (typeof text === 'string' ? support.text.includes(text) : text.test(support.text)) return;
    await sleep(100);
  }
  expect(support.text).toMatch(text);
}

test('the log shows documents and refused requests with code, fields and reference', async () => {
  const at = `/negocios/${business.ruc}/registro`;
  await support.open(at);
  expect(support.text).toContain('Todavía no emitió nada por la API');
  const reference = aReference();
  expect((await api.boleta(business.credentials, {}, reference)).status).toBe(201);
  expect((await api.boleta(business.credentials, { observacion: 'otra' }, reference)).status).toBe(
    409,
  );
  const items = [
    {
      descripcion: 'Marca secreta',
      unidad: 'NIU',
      cantidad: 0,
      precio_unitario: 1,
      marca_secreta: 1,
      'Marca Secreta': 2,
    },
  ];
  expect((await api.boleta(business.credentials, { items, serie: 'F001' })).status).toBe(422);
  expect((await api.get('/v1/boletas/999999', business.credentials)).status).toBe(404);
  expect(
    (
      await api.get('/v1/boletas/999999', {
        ...business.credentials,
        'X-Api-Secret': 'marca-secreta',
      })
    ).status,
  ).toBe(401);

  await shows(at, /caja \w{6} ?127\.0\.0\.1 ?1 llamada sin el secreto correcto/);
  expect(support.text).toMatch(/201 B001-1/);
  expect(support.text).toMatch(/409 referencia_con_otros_datos/);
  expect(support.text).toMatch(/422 datos_invalidos/);
  expect(support.text).toMatch(/items\.#\.cantidad/);
  expect(support.text).toMatch(/GET \/v1\/boletas\/:id/);
  expect(support.html).not.toMatch(/marca-secreta|Marca Secreta|Marca secreta/);
  expect(support.links.filter((link) => /^\/referencias\/\d+$/.test(link))).toHaveLength(2);

  await support.open(`${at}?codigo=datos_invalidos`);
  expect(support.text).toContain('Rechazadas con datos_invalidos');
  expect(support.text).not.toContain('201 B001-1');
});

test('the refused requests are paged forwards and back', async () => {
  const { ruc, credentials } = await aBusiness(api.db, { facturas: false });
  const refused = () => Promise.all(Array.from({ length: 40 }, () => api.factura(credentials)));
  await refused();
  await shows(`/negocios/${ruc}/registro?ver=rechazadas`, /tipo_deshabilitado ?403 ?40/);
  // the earlier requests are written: the buffer has room for as many again
  await refused();
  await shows(`/negocios/${ruc}/registro?ver=rechazadas`, 'Página siguiente');
  await support.open(support.links.find((link) => link.includes('desde=')) ?? '');
  expect(support.text).not.toContain('Página siguiente');
  await support.open(support.links.find((link) => link.includes('hasta=')) ?? '');
  expect(support.text).toContain('Página siguiente');
});

test('calls that prove no secret are counted in words, and drive no entry out', async () => {
  const { ruc, credentials, apiKey } = await aBusiness(api.db, { ratePerMinute: 20 });
  const at = `/negocios/${ruc}/registro`;
  for (let i = 0; i < 5; i++)
    expect((await api.boleta(credentials, { serie: 'F001' })).status).toBe(422);
  const wrong = { ...credentials, 'X-Api-Secret': 'marca-secreta' };
  const call = (headers: Record<string, string>) => api.get('/v1/boletas/1', headers);
  for (let round = 0; round < 30; round++)
    await Promise.all(Array.from({ length: 100 }, () => call(wrong)));
  const proven = await Promise.all(Array.from({ length: 100 }, () => call(credentials)));
  const overLimit = proven.filter(({ status }) => status === 429).length;
  // rows are by hour, and the calls may be of two
  const told = (what: string) =>
    [
      ...support.text.matchAll(
        new RegExp(`(?:127\\.0\\.0\\.1| y )([\\d,]+) llamadas? ${what}`, 'g'),
      ),
    ]
      .map(([, count = '']) => Number(count.replace(',', '')))
      .reduce((sum, count) => sum + count, 0);
  await waitFor('all calls to be counted', async () => {
    await support.open(at);
    const counts = [told('sin el secreto correcto'), told('por encima del límite')];
    return counts.join() === `3000,${overLimit}`;
  });
  expect(support.text).toMatch(/ llamadas sin el secreto correcto y \d+ llamadas? por encima/);
  expect(support.text).toContain('es hoy de 20 llamadas por minuto para cada credencial');
  expect(support.text).toMatch(/datos_invalidos ?422 ?serie ?5/);
  expect(support.text).not.toMatch(/demasiados_intentos|limite_de_peticiones/);
  const { rows } = await api.db.pool.query(
    `SELECT count(*)::int AS count FROM counted_calls c JOIN businesses b ON b.id = c.business_id
      WHERE b.ruc = $1`,
    [ruc],
  );
  expect(rows[0].count).toBeLessThanOrEqual(2);

  const { solicitud_id } = JSON.parse((await call(wrong)).text) as { solicitud_id: string };
  await support.open(`/buscar?q=${solicitud_id}`);
  expect(support.text).toContain('se cuentan por hora, credencial y dirección');
  await revokeCredential(api.db, BY, apiKey);
  await shows(at, /llamadas sin el secreto correcto, o con esta credencial ya revocada y/);
});
