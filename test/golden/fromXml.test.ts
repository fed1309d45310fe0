/**
 * A document that is rebuilt from its signed XML alone prints, answers and signs what it did
 * before.
 */
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { queryBody } from '@rafaga/contract';
import { createSigner, readInvoice, signedInvoice } from '@rafaga/engine';
import { check, type PaperFormat, price, type Sale, totalsJson } from '@rafaga/fiscal';
import { drawPdf } from '@rafaga/pdf';
import { documentFromXml } from '../../apps/worker/src/restoration/documentFromXml.js';
import { randomSale, seededRandom } from '../../packages/fiscal/testing/randomSale.js';
import { aBoleta, aSale, ISSUER, TODAY } from './aSale.js';
import { CASES, LONG } from './cases.js';
import { EDGE_SALES } from './rows/edgeSales.js';
import { ROW_SALES } from './rows/rowSales.js';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const signer = createSigner({
  certificate: Buffer.alloc(1),
  privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  digest: 'sha1',
});
const ID = 1_234_567_890_123;
const AT = new Date('2026-03-02T15:20:30Z');
const RUNS = Number(process.env.RAFAGA_RUNS ?? 400);

const signed = (sale: Sale) =>
  signedInvoice({ priced: price(sale), issuer: ISSUER, number: 1, issueTime: '10:20:30' }, signer);

/** The sale as it is stored of a document that is rebuilt. */
const stored = (sale: unknown): Sale => JSON.parse(JSON.stringify(sale));

/** @returns the sale that is read back */
async function mustReadBack(sale: Sale): Promise<Sale> {
  const first = await signed(sale);
  const document = documentFromXml(ID, readInvoice(first.xml));
  const back = stored(document.sale);
  const again = await signed(back);
  const totals = totalsJson(price(sale).totals);
  expect(document.totals).toEqual(totals);
  expect(totalsJson(price(back).totals)).toEqual(totals);
  expect([again.qr, again.xml.toString()]).toEqual([first.qr, first.xml.toString()]);
  return back;
}

/**
 * Without what no XML has: payments, extras, and the instalments and form of payment of a boleta.
 */
function asItsXmlTells({ extras: _, note, ...sale }: Sale): Sale {
  return {
    ...sale,
    ...(sale.kind === 'boleta' && { payment: 'cash', instalments: [] }),
    payments: [],
    ...(note !== undefined && { note: note.replace(/\s+/g, ' ').trim() }),
  };
}

const paper = (sale: Sale, format: PaperFormat): string =>
  drawPdf(
    {
      priced: price(sale),
      issuer: ISSUER,
      number: 1,
      createdAt: AT,
      state: 'accepted',
      evidence: 'cdr',
      environment: 'production',
      design: {},
    },
    format,
  ).toString('latin1');

const answer = (sale: Sale) =>
  queryBody({
    id: ID,
    environment: 'production',
    ruc: ISSUER.ruc,
    kind: sale.kind,
    series: sale.series,
    number: 1,
    sale,
    totals: totalsJson(price(sale).totals),
    warnings: null,
    reference: { key: 'till-1', state: 'finished' },
    fiscal: { state: 'accepted', code: '0', description: null, notes: null },
    evidence: 'cdr',
    cdrSignature: null,
    digest: null,
    qr: null,
    createdAt: AT,
    sentAt: AT,
  }) as { datos: Record<string, unknown> & { items: Record<string, unknown>[] } };

/** The amounts of the answer, and the terms of payment. */
function amounts(sale: Sale) {
  const { items, totales, total_en_letras, cuotas, detraccion, qr } = answer(sale).datos;
  const ofLines = items.map(({ mto_valor_venta, igv, total_impuestos, total }) => [
    mto_valor_venta,
    igv,
    total_impuestos,
    total,
  ]);
  return { ofLines, totales, total_en_letras, cuotas, detraccion, qr };
}

test.each(Object.entries(CASES))('%s: the same XML, record and paper', async (_, sale) => {
  const back = await mustReadBack(sale);
  const told = asItsXmlTells(sale);
  expect(amounts(back)).toEqual(amounts(told));
  const issuer = { ruc: ISSUER.ruc, exonerationAllowed: true };
  expect(check(price(back), { today: TODAY, issuer }).faults).toEqual([]);
  for (const format of ['a4', 'ticket-80'] as const)
    expect(paper(back, format) === paper(told, format)).toBe(true);
});

const ROWS = [...Object.entries(ROW_SALES), ['edges', EDGE_SALES] as const];

test.each(ROWS)('each row of %s: the same XML', async (_, rows) => {
  for (const make of Object.values(rows))
    for (const kind of ['factura', 'boleta'] as const) {
      const row = make(kind);
      if (typeof row === 'string') continue;
      const sale = (kind === 'factura' ? aSale : aBoleta)(row);
      await mustReadBack(sale);
      await mustReadBack({ ...sale, pricesIncludeTax: false });
    }
});

test.each(Object.entries(LONG))('%s: the same XML', async (_, sale) => {
  await mustReadBack(sale);
  await mustReadBack({ ...sale, pricesIncludeTax: false });
});

test('random sales: the same XML', async () => {
  for (let seed = 1; seed <= RUNS; seed++) await mustReadBack(randomSale(seededRandom(seed)));
});

test('random shares with more decimals than the XML shows: the same XML', async () => {
  for (let seed = 1; seed <= RUNS; seed++) {
    const sale = randomSale(seededRandom(seed));
    for (const one of [sale, ...sale.lines].flatMap(({ allowances }) => allowances))
      if (one.factor !== undefined) one.factor = `${one.factor.padEnd(6, '0')}37`;
    await mustReadBack(sale);
  }
});

test('a note with a word longer than what an XML takes in one piece: the same note', async () => {
  const note = `Guía ${'https://a.pe/'.padEnd(530, 'x')} de hoy`;
  expect((await mustReadBack({ ...(CASES.factura as Sale), note })).note).toBe(note);
});

test('a sale that does not give the amounts of its XML says so', async () => {
  const content = readInvoice((await signed(CASES.factura as Sale)).xml);
  const totals = { ...content.totals, payable: '118.01' };
  const document = documentFromXml(ID, { ...content, totals, note: 'Entregar hoy.' });
  expect(document).toMatchObject({ total: '118.01', totals: { payable: '118.01' } });
  expect(stored(document.sale).note).toBe(
    'Copia reconstruida del XML firmado: valen los importes del XML, que pueden diferir de los ' +
      'de esta copia. Importe total del XML: S/ 118.01. Entregar hoy.',
  );
});
