/** The pages and the alert about changes of law, from what a worker reviewed. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { claimLawCheck, listExchangeRates, reviewBusiness, storeLawCheck } from '@rafaga/db';
import { lawAlerts } from '../../apps/panel/src/law/lawAlerts.js';
import { aBusiness } from '../../packages/db/testing/aDocument.js';
import { issueSale } from '../../packages/db/testing/issueSale.js';
import { aLine, aSale } from '../../packages/fiscal/testing/aSale.js';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { type OwnServers, ownServers } from '../support/servers.js';

const DAY = '2027-01-01';
/** The pages tell what changes within sixty days of this. */
const clock = () => new Date('2026-11-22T15:00:00Z');

let servers: OwnServers;
let panel: TestPanel;
let restaurant: { id: number; ruc: string; legalName: string };
let bakery: { id: number; ruc: string };
beforeAll(async () => {
  servers = await ownServers();
  panel = await startTestPanel({
    databaseUrl: servers.databaseUrl,
    redisUrl: servers.redisUrl,
    clock,
  });
  restaurant = await aBusiness(panel.db, 'B001');
  bakery = await aBusiness(panel.db, 'B001');
});
afterAll(async () => {
  await panel.stop();
  await servers.drop();
});

/** What the workers do every day. */
async function review(): Promise<void> {
  for (let reviews = 0; reviews < 100; reviews++) {
    const lease = await claimLawCheck(panel.db, 'w1', [DAY]);
    if (!lease) return;
    const found = await reviewBusiness(panel.db, lease, { day: DAY, now: new Date() });
    if (found) await storeLawCheck(panel.db, lease, found);
  }
  throw new Error('after a hundred reviews another one is due');
}

const alerts = () => lawAlerts({ db: panel.db, now: clock });

test('before the first review the changes are shown, and nothing is announced', async () => {
  const operator = await panel.as('operator');
  await operator.open('/ley');
  expect(operator.text).toMatch(/01\/01\/2027.*IGV de restaurantes, hoteles y alojamientos/);
  expect(operator.text).toMatch(/10\.5 %.*15 %.*o 12 %.*fuentes no concuerdan/);
  expect(operator.text).toContain('Todavía no se revisó ningún negocio');
  expect(await alerts()).toEqual([]);
});

test('businesses and their products are listed with what would happen to them', async () => {
  const menu = aLine({ code: 'MENU', description: 'Menú del día', igvPercent: '10.5' });
  for (let i = 0; i < 2; i += 1) await issueSale(panel.db, restaurant.id, aSale({ lines: [menu] }));
  await issueSale(panel.db, bakery.id, aSale());
  await review();
  const support = await panel.as('support');
  await support.open('/ley');
  const link = support.links.find((each) => each.includes(restaurant.ruc)) ?? '';
  await support.open(link);
  expect(support.text).toMatch(
    /2 ventas .*: 2 se rechazarían, 0 se observarían y 2 llevarían más impuesto/,
  );
  expect(support.text).toMatch(/se rechazaría.*MENU · Menú del día.*B001.*2.*\(4290\)/);
  expect(support.text).toMatch(/llevaría más impuesto.*S\/ 8\.36/);
  expect(support.text).toMatch(/en el ambiente actual, sin las descartadas/);
  expect(support.text).toContain('Qué hacer antes del 01/01/2027');
  expect(support.text).toMatch(/tasa de IGV .*«MENU» en la serie B001: ese día pasa a ser 15 %/);
  await support.open(`/negocios/${bakery.ruc}/ley`);
  expect(support.text).toContain('Ninguna de las ventas revisadas cambia');
});

test('a user of a business sees the page of that business, and not the list of all', async () => {
  const owner = await panel.as('business', restaurant.id);
  await owner.open(`/negocios/${restaurant.ruc}/ley`);
  expect([owner.status, owner.text.includes('MENU')]).toEqual([200, true]);
  expect((await owner.open(`/negocios/${bakery.ruc}/ley`)).status).toBe(404);
  expect((await owner.open('/ley')).status).toBe(403);
});

test('unread sales are told, and a review of a former environment is marked', async () => {
  const business = await aBusiness(panel.db, 'B001');
  const broken = await issueSale(panel.db, business.id, aSale());
  await panel.db.pool.query(
    `BEGIN; SET LOCAL session_replication_role = replica;
      UPDATE documents SET totals = '{}' WHERE id = ${broken}; COMMIT`,
  );
  await review();
  const support = await panel.as('support');
  await support.open('/ley');
  expect(support.text).toContain('0, y 1 sin leer');
  await support.open(`/negocios/${business.ruc}/ley`);
  expect(support.text).toContain('1 venta no se pudo leer: no está contada');
  expect(support.text).toContain('Ninguna venta se pudo revisar');
  await panel.db.pool.query(
    `UPDATE businesses SET authority = 'beta', environment = 'beta' WHERE id = $1`,
    [business.id],
  );
  await support.open(`/negocios/${business.ruc}/ley`);
  expect(support.text).toContain('Es de otro ambienteEl negocio cambió de ambiente');
  await support.open('/ley');
  expect(support.text).toContain('de otro ambiente');
  await panel.db.pool.query('DELETE FROM law_checks WHERE business_id = $1', [business.id]);
});

test('findings are announced with a link while their day is within sixty days', async () => {
  expect(await alerts()).toEqual([
    {
      key: `law ${DAY}`,
      severity: 'warn',
      text: `La ley cambia el 01/01/2027 y afecta a ventas como las de ${restaurant.legalName}.`,
      advice: expect.stringContaining('rechazaría'),
      path: `/negocios/${restaurant.ruc}/ley?fecha=${DAY}`,
    },
  ]);
  const at = (day: string) => () => new Date(`${day}T15:00:00Z`);
  expect(await lawAlerts({ db: panel.db, now: at('2026-11-01') })).toEqual([]);
  expect(await lawAlerts({ db: panel.db, now: at('2027-01-01') })).toEqual([]);
});

test('the exchange rate of a day is registered below SUNAT, and is audited', async () => {
  const operator = await panel.as('operator');
  await operator.open('/sunat');
  expect(operator.links).toContain('/sunat/tipo-de-cambio');
  await operator.open('/sunat/tipo-de-cambio');
  expect(operator.text).toContain('Todavía no hay ninguno');
  await operator.submit({ moneda: 'USD', soles: '3,752', dia: '2026-02-30' });
  expect([operator.status, operator.text]).toEqual([
    422,
    expect.stringMatching(/Hay 2 problemas.*un número desde 2.*Elige un día/),
  ]);
  await operator.submit({ moneda: 'USD', soles: '37.52', dia: '2026-11-24' });
  expect(operator.text).toMatch(/Hay 2 problemas.*un número desde 2.*no pase de mañana/);
  await operator.submit({ moneda: 'USD', soles: '3.7521', dia: '2026-11-22' });
  expect(operator.text).toContain('Tipo de cambio registrado');
  await operator.submit({ moneda: 'USD', soles: '3.752', dia: '2026-11-22' });
  expect(operator.text).toMatch(/22\/11\/2026 ?USD ?3\.752(?!1)/);
  await operator.submit({ moneda: 'USD', soles: '7.352', dia: '2026-11-23' });
  expect(operator.text).toMatch(/más de 20 % del último, S\/ 3\.752 del 22\/11\/2026/);
  expect(await listExchangeRates(panel.db, 9)).toEqual([
    { currency: 'USD', day: '2026-11-22', soles: '3.752' },
  ]);
  await operator.submit({ confirmar: 'si' });
  expect(operator.text).toMatch(/23\/11\/2026 ?USD ?7\.352/);
  const admin = await panel.as('admin');
  await admin.open('/auditoria');
  expect(admin.text).toMatch(/Registró un tipo de cambio.*Soles por unidad ?7\.352/);
  const support = await panel.as('support');
  await support.open('/sunat/tipo-de-cambio');
  expect(support.status).toBe(403);
});
