/**
 * A change of environment: pending documents prevent it, two users move them, and each series
 * begins anew.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  addSeries,
  type Business,
  createIssuance,
  findBusiness,
  type Issuance,
  putAccess,
  setBusinessState,
} from '@rafaga/db';
import { aBusiness, aDocument } from '../../packages/db/testing/aDocument.js';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import type { Browser } from './browser.js';

let panel: TestPanel;
let issuance: Issuance;
let ana: Browser;
let luis: Browser;
beforeAll(async () => {
  panel = await startTestPanel();
  issuance = createIssuance(panel.db);
  [ana, luis] = [await panel.as('operator'), await panel.as('operator')];
});
afterAll(async () => {
  await issuance.close();
  await panel.stop();
});

async function aConnected(): Promise<Business> {
  const business = await aBusiness(panel.db, 'B001');
  const secret = Buffer.alloc(40);
  await putAccess(panel.db, { actor: 'test' }, business.id, {
    solUser: secret,
    solPassword: secret,
  });
  await panel.db.pool.query(
    `UPDATE businesses SET paused_until = '9999-12-31', pause_reason = 'prueba' WHERE id = $1`,
    [business.id],
  );
  return business;
}

async function issue(businessId: number, series = 'B001'): Promise<number> {
  const sale = {
    kind: 'boleta',
    series,
    client: { documentType: '1', document: '45678912', name: 'x' },
    payment: 'cash',
  };
  const issued = await issuance.issue(
    aDocument(businessId, { series, sale: { ...sale, lines: [] } }),
  );
  if (issued.is !== 'issued') throw new Error(issued.is);
  return issued.id;
}

const authorityOf = async ({ ruc }: Business) => (await findBusiness(panel.db, ruc))?.authority;

test('pending documents prevent a change, and the page links to them', async () => {
  const business = await aConnected();
  for (let i = 0; i < 3; i++) await issue(business.id);
  await ana.open(`/negocios/${business.ruc}/conexion`);
  await ana.submit({ ambiente: 'beta', politica: 'revisar' });
  expect([ana.status, ana.text]).toEqual([422, expect.stringContaining('3 comprobantes esperan')]);
  expect(ana.html).toContain(`/referencias?ver=pendientes&amp;ruc=${business.ruc}`);
  expect(await authorityOf(business)).toBe('simulator');
});

test('one user proposes to move pending documents, another approves it', async () => {
  const business = await aConnected();
  const [silent, waiting] = [await issue(business.id), await issue(business.id)];
  await panel.db.pool.query(
    `UPDATE emissions SET stage = 'sending', sends = 1 WHERE document_id = $1`,
    [silent],
  );
  const at = `/negocios/${business.ruc}/conexion`;
  await ana.open(at);
  await ana.submit({ nuevo: 'beta', motivo: '' }, { action: 'pasar' });
  expect([ana.status, ana.text]).toEqual([422, expect.stringContaining('Di por qué')]);
  await ana.submit({ nuevo: 'beta', motivo: 'x'.repeat(1_001) }, { action: 'pasar' });
  expect([ana.status, ana.text]).toEqual([
    422,
    expect.stringContaining('Di por qué, de 5 a 1,000 caracteres'),
  ]);
  await ana.submit({ nuevo: 'beta', motivo: 'el simulador se retiró' }, { action: 'pasar' });
  expect([ana.path, ana.text]).toEqual([
    `${at}?hecho=propuesta`,
    expect.stringContaining('Pasar de simulado a beta con lo que espera'),
  ]);
  expect(ana.html).not.toContain('/aprobar');
  expect(await authorityOf(business)).toBe('simulator');
  await luis.open(at);
  await luis.submit({}, { action: '/aprobar' });
  expect([luis.path, await authorityOf(business)]).toEqual([
    `${at}?hecho=ambiente_cambiado`,
    'beta',
  ]);

  await luis.open(`/referencias/${waiting}`);
  expect(luis.text).toMatch(/pendiente ?. ?beta/);
  expect(luis.text).toContain('pasado a otro ambiente');
  await luis.open(`/referencias/${silent}`);
  expect(luis.text).toMatch(/en revisión.*simulado.*pudo haberse enviado en el anterior/s);
  expect(luis.html).not.toContain(`/referencias/${silent}/reanudar`);
  expect(luis.html).not.toContain(`/referencias/${silent}/consultar`);
});

/** One whose series has given four numbers, all settled. */
async function aUsed(): Promise<Business> {
  const business = await aConnected();
  for (let i = 0; i < 4; i++) await issue(business.id);
  await panel.db.pool.query('DELETE FROM emissions WHERE business_id = $1', [business.id]);
  return business;
}

test('an active business is changed once each used series has its first number there', async () => {
  const business = await aUsed();
  const at = `/negocios/${business.ruc}/conexion`;
  await ana.open(at);
  await ana.submit({ ambiente: 'beta', politica: 'revisar' });
  expect([ana.status, ana.text]).toEqual([
    422,
    expect.stringMatching(
      /En beta no tienen todavía su primer número.*B001 \(aquí llegó al 4\).*Seguir en 5/s,
    ),
  ]);
  expect(await authorityOf(business)).toBe('simulator');
  await ana.submit({}, { action: 'series' });
  expect([ana.path, ana.text]).toEqual([
    `${at}?hecho=serie_adelantada`,
    expect.not.stringContaining('no tienen todavía'),
  ]);
  await ana.submit({ ambiente: 'beta', politica: 'revisar' });
  expect([await authorityOf(business), ana.text]).toEqual([
    'beta',
    expect.not.stringContaining('aún no empiezan'),
  ]);
  const { rows } = await panel.db.pool.query(
    'SELECT environment, number FROM documents WHERE id = $1',
    [await issue(business.id)],
  );
  expect(rows).toEqual([{ environment: 'beta', number: 1 }]);
});

test('one person begins no series near its end, in no environment', async () => {
  const business = await aUsed();
  await ana.open(`/negocios/${business.ruc}/conexion`);
  await ana.submit({ ambiente: 'beta', politica: 'revisar' });
  await ana.submit({ siguiente: '99999999' }, { action: 'series' });
  expect([ana.status, ana.text]).toEqual([409, expect.stringContaining('lo aprueba otra persona')]);
  const { rows } = await panel.db.pool.query(
    `SELECT last_number FROM series WHERE business_id = $1 AND environment = 'beta'`,
    [business.id],
  );
  expect(rows).toEqual([]);
});

test('who proposes to move what waits learns of a series that would have no number', async () => {
  const business = await aUsed();
  await addSeries(panel.db, { actor: 'test' }, business.id, 'B002');
  await issue(business.id, 'B002');
  const at = `/negocios/${business.ruc}/conexion`;
  await ana.open(at);
  const form = { nuevo: 'beta', motivo: 'el simulador se retiró' };
  await ana.submit(form, { action: 'pasar' });
  // B002 moves with its document
  expect([ana.status, ana.text]).toEqual([422, expect.stringContaining('B001 (aquí llegó al 4).')]);
  await ana.submit({}, { action: 'series' });
  await ana.submit(form, { action: 'pasar' });
  await luis.open(at);
  await luis.submit({}, { action: '/aprobar' });
  expect(await authorityOf(business)).toBe('beta');
  await issue(business.id);
  await issue(business.id, 'B002');
});

test('a series begins in the new environment at 1 or at its next number', async () => {
  const business = await aUsed();
  await setBusinessState(panel.db, { actor: 'test' }, business.id, 'suspended');
  await ana.open(`/negocios/${business.ruc}/conexion`);
  await ana.submit({ ambiente: 'beta', politica: 'revisar' });
  expect(ana.path).toBe(`/negocios/${business.ruc}/series?hecho=ambiente_cambiado`);
  expect(ana.text).toMatch(
    /Series que en beta aún no empiezan.*B001.*llegó al 4 en simulado.*Empezar en 1.*Seguir en 5/s,
  );
  await ana.open(`/negocios/${business.ruc}`);
  expect(ana.text).toContain('Falta decir con qué número empieza en este ambiente: B001');
  await ana.open(`/negocios/${business.ruc}/series`);
  await ana.submit({}, { action: 'series' });
  expect(ana.text).not.toContain('aún no empiezan');
  const id = await issue(business.id);
  await ana.open(`/referencias?ver=emitidas&ruc=${business.ruc}`);
  expect(ana.html).toContain(`/referencias/${id}`);
  expect(ana.text).toMatch(/B001 \(beta\).*B001 \(simulado\)/s);
  await ana.open(`/referencias?ver=emitidas&ruc=${business.ruc}&serie=B001.simulado`);
  expect([...ana.html.matchAll(/B001-\d/g)].length).toBe(4);
});
