/**
 * rafaga ley revisar: the sales of a business by the rules of another day; rafaga tipo-de-cambio:
 * the rates that judge amounts in soles.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EVERY_BUSINESS, findExchangeRate, listAudit } from '@rafaga/db';
import { addDays, limaToday, peruvianDate } from '@rafaga/fiscal';
import { aBusiness } from '../../packages/db/testing/aDocument.js';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { issueSale } from '../../packages/db/testing/issueSale.js';
import { aLine, aSale } from '../../packages/fiscal/testing/aSale.js';
import { aHome, rafagaIn } from '../support/cli.js';
import { type OwnServers, ownServers } from '../support/servers.js';

let servers: OwnServers;
let db: TestDb;
let rafaga: ReturnType<typeof rafagaIn>;
let rucs: string[];
beforeAll(async () => {
  servers = await ownServers();
  db = createTestDb(servers.databaseUrl, { max: 2 });
  rafaga = rafagaIn(aHome({ DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl }));
  const [restaurant, bakery] = [await aBusiness(db, 'B001', 'B002'), await aBusiness(db, 'B001')];
  rucs = [restaurant.ruc, bakery.ruc];
  const menu = aLine({ code: 'MENU', description: 'Menú del día', igvPercent: '10.5' });
  await issueSale(db, restaurant.id, aSale({ lines: [menu, menu] }));
  await issueSale(db, restaurant.id, aSale({ lines: [menu] }));
  await issueSale(db, restaurant.id, aSale({ series: 'B002', lines: [menu] }));
  await issueSale(db, bakery.id, aSale());
});
afterAll(async () => {
  await db.close();
  await servers.drop();
});

const inJson = async (...words: string[]) =>
  (await rafaga('ley', 'revisar', ...words, '--json')).json as unknown as {
    desde: string;
    cambios: { dia: string; que: string; despues: string[]; confianza: string }[];
    negocios: { ruc: string; ventas: number; hallazgos: unknown[] }[];
  };

test('all businesses are reviewed, and findings are by product and series', async () => {
  const { desde, cambios, negocios } = await inJson('--desde', '2027-01-01');
  expect(desde).toBe('2027-01-01');
  expect(cambios).toContainEqual(
    expect.objectContaining({
      dia: '2027-01-01',
      despues: ['15 % (IGV 12 % + IPM 3 %)', '12 %'],
      confianza: 'fuentes que no concuerdan',
    }),
  );
  expect(negocios).toMatchObject([
    { ruc: rucs[0], ventas: 3, rechazadas: 3, observadas: 0, mas_caras: 3, sin_listar: 0 },
    { ruc: rucs[1], ventas: 1, rechazadas: 0, observadas: 0, mas_caras: 0, hallazgos: [] },
  ]);
  expect(negocios[0]?.hallazgos).toMatchObject([
    {
      efecto: 'rechazada',
      codigo: '4290',
      serie: 'B001',
      producto_codigo: 'MENU',
      ventas: 2,
      que_hacer: expect.stringContaining('de «MENU» en la serie B001: ese día pasa a ser 15 %'),
    },
    { efecto: 'rechazada', codigo: '4290', serie: 'B002', ventas: 1 },
    { efecto: 'más cara', serie: 'B001', ventas: 2, moneda: 'PEN', diferencia: '12.53' },
    { efecto: 'más cara', serie: 'B002', ventas: 1, diferencia: '4.18' },
  ]);
});

test('one business is reviewed as text', async () => {
  const { stdout, code } = await rafaga(
    ...['ley', 'revisar', '--desde', '2027-01-01', '--negocio', rucs[0] ?? ''],
  );
  expect(code).toBe(0);
  expect(stdout).toContain('3 ventas; 3 se rechazarían');
  expect(stdout).toMatch(/se rechazaría +B001 +MENU Menú del día +2 +— +4290/);
  expect(stdout).toContain('Prepara en tu sistema de ventas la tasa de IGV (porcentaje_igv)');
  expect(stdout).not.toContain(rucs[1]);
});

test('the help names the reviewed sales, the exit code, and every field of --json', async () => {
  const { stdout } = await rafaga('ley', 'revisar', '--help');
  const help = stdout.replace(/\s+/g, ' ');
  expect(help).toContain('ambiente actual de cada negocio, sin las descartadas');
  expect(help).toContain('código 0 aunque encuentre algo');
  const {
    negocios: [found],
    cambios: [changed],
  } = await inJson('--desde', '2027-01-01');
  const fields = [found, found?.hallazgos[0], changed].flatMap((each) => Object.keys(each ?? {}));
  expect(fields.filter((field) => !help.includes(field))).toEqual([]);
});

test('by rules under which they were made sales have no finding', async () => {
  const { negocios } = await inJson('--desde', '2026-12-31');
  expect(negocios.map(({ hallazgos }) => hallazgos)).toEqual([[], []]);
});

test('what the law changes on a later day is not a change of today', async () => {
  const today = limaToday(new Date());
  const { cambios } = await inJson('--desde', today);
  expect(cambios.filter(({ dia }) => dia !== today)).toEqual([]);
});

test.each([
  [[], '--desde: falta'],
  [['--desde', '2027-02-30'], '--desde: debe ser una fecha real'],
  [['--desde', '2027-01-01', '--negocio', '123'], '--negocio'],
])('a wrong command line is refused: %j', async (words, fault) => {
  const { code, stderr } = await rafaga('ley', 'revisar', ...words);
  expect([code, stderr.includes(fault)]).toEqual([2, true]);
});

test('the exchange rate of a day is registered, changed and audited', async () => {
  const today = limaToday(new Date());
  const set = (soles: string, ...rest: string[]) =>
    rafaga('tipo-de-cambio', 'registrar', '--moneda', 'USD', '--soles', soles, ...rest);
  expect((await set('3.752')).stdout).toContain(`el ${peruvianDate(today)}, USD 1 cuesta S/ 3.752`);
  await set('3.76', '--dia', today);
  expect(await findExchangeRate(db, 'USD', today)).toBe('3.76');
  expect((await rafaga('tipo-de-cambio', 'listar', '--json')).json).toEqual([
    { moneda: 'USD', dia: today, soles: '3.76' },
  ]);
  expect(
    (await listAudit(db, { scope: EVERY_BUSINESS })).filter(
      ({ action }) => action === 'exchange_rate.set',
    ),
  ).toHaveLength(2);
  const { stderr, code } = await rafaga(
    ...['tipo-de-cambio', 'registrar', '--moneda', 'PEN', '--soles', '3,7', '--dia', 'hoy'],
  );
  expect(code).toBe(2);
  expect(stderr).toMatch(/--moneda.*--soles.*--dia/s);
});

test('a slip in an exchange rate is refused; a rate far from the last needs a flag', async () => {
  const today = limaToday(new Date());
  const set = (soles: string, dia: string, ...rest: string[]) =>
    rafaga(
      'tipo-de-cambio',
      'registrar',
      ...['--moneda', 'EUR'],
      ...['--soles', soles],
      ...['--dia', dia],
      ...rest,
    );
  expect((await set('37.52', addDays(today, 2))).stderr).toMatch(/--soles.*--dia: no puede pasar/s);
  await set('4.1', today);
  const tomorrow = addDays(today, 1);
  const far = await set('5.1', tomorrow);
  expect([far.code, far.stderr]).toEqual([1, expect.stringContaining('agrega --confirmar')]);
  expect(await findExchangeRate(db, 'EUR', tomorrow)).toBeUndefined();
  await set('5.1', tomorrow, '--confirmar');
  expect(await findExchangeRate(db, 'EUR', tomorrow)).toBe('5.1');
  // the slip itself is no measure for its correction
  await set('4.2', tomorrow);
  expect(await findExchangeRate(db, 'EUR', tomorrow)).toBe('4.2');
});
