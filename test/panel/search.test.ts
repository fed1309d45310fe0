/** The search box: what names one thing opens it, what may name many lists them. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addCredential, createIssuance, type Issuance, saveRefusedRequests } from '@rafaga/db';
import { limaToday } from '@rafaga/fiscal';
import { aBusiness, aDocument } from '../../packages/db/testing/aDocument.js';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import type { Browser } from './browser.js';

let panel: TestPanel;
let issuance: Issuance;
let support: Browser;
let business: { id: number; ruc: string };
let other: Browser;
const client = { documentType: '1', document: '', name: '' };
const amount = `${randomInt(1_000_000, 9_000_000)}.37`;
let id = 0;
let number = 0;
/** Unlike any other name of this database. */
const surname = `Apellido${randomUUID().replace(/[^a-f]/g, '')}`;

beforeAll(async () => {
  panel = await startTestPanel();
  issuance = createIssuance(panel.db);
  support = await panel.as('support');
  business = await aBusiness(panel.db, 'B779');
  other = await panel.as('business', (await aBusiness(panel.db, 'B779')).id);
  client.document = String(randomInt(40_000_000, 49_999_999));
  client.name = `Zoraida ${surname} Ñáñez`;
  const sale = { client: { name: 'x' }, payment: 'cash', lines: [] };
  for (const reference of [randomUUID(), randomUUID()]) {
    const issued = await issuance.issue(
      aDocument(business.id, { series: 'B779', reference, sale, client, total: amount }),
    );
    if (issued.is !== 'issued') throw new Error(issued.is);
    ({ id, number } = issued);
  }
  await addCredential(
    panel.db,
    { actor: 'test' },
    {
      businessId: business.id,
      name: 'caja',
      apiKey: randomUUID(),
      secretHash: randomBytes(32),
    },
  );
});
afterAll(async () => {
  await issuance.close();
  await panel.stop();
});

const search = (browser: Browser, text: string) =>
  browser.open(`/buscar?q=${encodeURIComponent(text)}`);

test.each([
  ['as printed', (ruc: string) => `${ruc}|03|B779|${number}|18.00|118.00|2026-11-21|1|4|hash=|`],
  ['with a bar less', (ruc: string) => `${ruc}|03|B779|0000000${number}`],
  ['in small letters with blanks', (ruc: string) => ` ${ruc}|03|b779|${number}| `],
  ['with bars that another keyboard made', (ruc: string) => `${ruc}Ç03Çb779Ç${number}Ç18.00Ç`],
  ['with brackets for bars', (ruc: string) => `${ruc}]03]B779]${number}]18.00]118.00]`],
  ['with low lines for bars', (ruc: string) => `${ruc}_03_b779_${number}_18.00_`],
  ['after the mark of a QR', (ruc: string) => `]Q1${ruc}|03|B779|${number}|18.00|`],
  ['without bars', (ruc: string) => `${ruc}03B779${number}18.00${amount}2026-11-22145678912`],
  ['with blanks for bars', (ruc: string) => `${ruc} 03 B779 ${number} 18.00 118.00`],
])('the text of a QR opens its reference: %s', async (_, textOf) => {
  await search(support, textOf(business.ruc));
  expect([support.status, support.path]).toEqual([200, `/referencias/${id}`]);
});

test.each([
  ['the name of its XML', (ruc: string) => `${ruc}-03-B779-${number}.xml`],
  ['the name of its CDR', (ruc: string) => `R-${ruc}-03-B779-${number}.zip`],
  ['its number after its kind', () => `Boleta B779-${number}`],
  ['its number as on paper', () => `BOLETA DE VENTA ELECTRÓNICA N° B779-${number}`],
])('%s finds a reference', async (_, textOf) => {
  await search(support, textOf(business.ruc));
  // other businesses may have the number too
  expect([support.path, ...support.links]).toContain(`/referencias/${id}`);
});

test.each(['2800', 'rechazado 2800', 'SUNAT dice error 2800'])(
  'a code of SUNAT is told in words, with its documents: %s',
  async (text) => {
    // a business without documents: among all of them, a random reference may begin like the code
    await search(other, text);
    expect(other.text).toContain('Código 2800 de SUNAT: lo rechazó por un dato que no cumple');
    expect(other.links).toContain('/referencias?ver=emitidas&codigo=2800');
    expect(other.text).not.toContain('Nada con');
  },
);

test('a number that its series has not reached is told so', async () => {
  const text = `${business.ruc}-B779-${number + 865}`;
  await search(support, text);
  const far = `Ese número todavía no se ha emitido: la serie B779 de Comercial Prueba S.A.C.`;
  expect(support.text).toContain(`${far} (${business.ruc}), ambiente simulado, va en ${number}.`);
  await search(support, `${business.ruc}-B780-1`);
  expect(support.text).not.toContain('Ese número');
  // a business sees its own series alone
  await search(other, text);
  expect(other.text).not.toContain('Ese número');
  await search(other, `B779-${number + 865}`);
  expect(other.text).toContain('Ese número todavía no se ha emitido: la serie B779');
  expect(other.text).not.toContain(business.ruc);
});

test('a number of four digits that is no code of SUNAT finds nothing', async () => {
  await search(other, '0999');
  expect(other.text).toContain('Nada con «0999»');
});

test('a QR of another business is not found by a business, nor anything else of it', async () => {
  for (const text of [`${business.ruc}|03|B779|${number}|`, client.document, surname, amount]) {
    await search(other, text);
    expect(other.text).toContain('Nada con «');
  }
});

test.each([
  ['document', () => client.document, `cliente=`],
  ['name without accents', () => `${surname.toLowerCase()} nanez`, 'cliente='],
  ['name from its beginning', () => `zoraida ${surname.slice(0, 14)}`, 'cliente='],
  ['amount', () => amount, 'monto='],
  ['amount with a decimal comma', () => amount.replace('.', ','), 'monto='],
  ['amount with its currency', () => `S/ ${amount}`, 'monto='],
])('documents are listed by %s, with the client masked', async (_, textOf, query) => {
  await search(support, textOf());
  expect(support.path).toContain(`/referencias?ver=emitidas&${query}`);
  expect(support.links.filter((link) => /^\/referencias\/\d+$/.test(link))).toHaveLength(2);
  expect(support.text).toContain('Comercial Prueba S.A.C.');
  expect(support.html).not.toContain('Zoraida');
});

test('a RUC of a business here lists its documents as a client of another one too', async () => {
  const buyer = await aBusiness(panel.db, 'B779');
  await search(support, buyer.ruc);
  expect(support.path).toBe(`/negocios/${buyer.ruc}`);
  const bought = { documentType: '6', document: buyer.ruc, name: 'x' };
  await issuance.issue(
    aDocument(business.id, { series: 'B779', reference: randomUUID(), client: bought }),
  );
  await search(support, buyer.ruc);
  expect(support.links).toEqual(
    expect.arrayContaining([
      `/negocios/${buyer.ruc}`,
      `/referencias?ver=emitidas&cliente=${buyer.ruc}`,
    ]),
  );
});

test.each(['%', '_', '\\', "'", '"', '😀', '(:*&|!', '2026-02-31', 'x'.repeat(200), 'a\0b\0c'])(
  'a text that names nothing finds nothing: %j',
  async (text) => {
    await search(support, text);
    expect([support.status, support.text]).toEqual([200, expect.stringContaining('Nada con «')]);
  },
);

test.each(['zx', 'zxq'])('a text too short to be looked for is told so: %s', async (text) => {
  await search(support, text);
  expect(support.text).toContain(`Nada con «${text}». Escribe más`);
  expect(support.text).not.toContain('Probamos');
});

test('a number alone is asked for with its series', async () => {
  await search(support, '00000014');
  expect(support.text).toContain(
    'Escríbelo con la serie que está delante de él en el papel: B001-14',
  );
});

test.each(['401', '429'])('%s leads to where such calls are counted', async (status) => {
  await search(support, status);
  expect(support.text).toContain('se cuentan por hora, credencial y dirección');
  expect(support.links).toContain('/negocios');
});

test('a day lists what was issued on it', async () => {
  const today = limaToday(new Date());
  await search(support, today.split('-').reverse().join('/'));
  expect(support.path).toBe(`/referencias?ver=emitidas&del=${today}&al=${today}`);
  // other tests issue documents too: the first page of a day may hold theirs alone
  await support.open(`${support.path}&ruc=${business.ruc}`);
  expect(support.html).toContain(`/referencias/${id}`);
});

test('a refused call is found by its reference and by its request id', async () => {
  const refused = await refuse({ reference: `venta-${randomUUID()}` });
  for (const text of [refused.reference, refused.requestId]) {
    await search(support, text as string);
    expect(support.path).toMatch(new RegExp(`^/negocios/${business.ruc}/registro\\?llamada=`));
    expect(support.text).toContain('datos_invalidos');
    expect(support.text).toContain(refused.requestId);
    // the calls refused for other causes do not stand above it
    expect(support.text).not.toContain('Rechazadas, por causa');
  }
  await search(other, refused.requestId);
  expect(other.text).toContain('Nada con «');
});

test('a reference is found as it is heard, in small or in capital letters', async () => {
  const suffix = randomUUID().slice(0, 8);
  for (const reference of [`VENTA-${suffix.toUpperCase()}`, `venta-otra-${suffix}`]) {
    await refuse({ reference });
    for (const heard of [reference.toLowerCase(), reference.toUpperCase()]) {
      await search(support, heard);
      expect(support.path).toBe(`/negocios/${business.ruc}/registro?llamada=${reference}`);
    }
  }
});

test('a reference that is nowhere may be sent again; what is none is not called one', async () => {
  await search(support, `VENTA-${randomInt(100_000, 999_999)}`);
  expect(support.text).toContain('la envíe otra vez con esa misma referencia');
  for (const text of ['99887766', 'zoraidaquenoexiste', randomUUID()]) {
    await search(support, text);
    expect(support.text).toContain('Nada con «');
    expect(support.text).not.toContain('la envíe otra vez');
  }
});

test('calls of several references with one beginning are a list', async () => {
  const beginning = `lote-${randomUUID().slice(0, 8)}`;
  for (const end of ['a', 'b']) await refuse({ reference: `${beginning}-${end}` });
  await search(support, beginning);
  expect(support.path).toContain('/buscar');
  expect(support.links.filter((link) => link.includes('llamada='))).toHaveLength(2);
});

async function refuse({ reference }: { reference: string }) {
  const { rows } = await panel.db.pool.query<{ id: number }>(
    'SELECT id FROM credentials WHERE business_id = $1',
    [business.id],
  );
  const refused = {
    businessId: business.id,
    credentialId: rows[0]?.id as number,
    at: new Date(),
    call: 'POST /v1/boletas',
    status: 422,
    code: 'datos_invalidos',
    fields: ['items[0].cantidad'],
    reference,
    requestId: `solicitud-${randomUUID()}`,
    tookMs: 3,
  };
  await saveRefusedRequests(panel.db, [refused]);
  return refused;
}
