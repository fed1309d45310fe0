/** The printed texts of a document: totals that add up, dates, amounts, and where to verify it. */
import { expect, test } from '@jest/globals';
import { price, type Sale } from '@rafaga/fiscal';
import { printedContent } from './content.js';
import type { PrintedDocument } from './document.js';

const SALE: Sale = {
  kind: 'factura',
  series: 'F001',
  issueDate: '2026-03-02',
  operation: '0101',
  currency: 'PEN',
  pricesIncludeTax: true,
  payment: 'cash',
  instalments: [],
  establishment: '0000',
  client: { documentType: '6', document: '20600695771', name: 'Comercial del Sur S.A.C.' },
  lines: [
    {
      description: 'Cuaderno',
      unit: 'NIU',
      quantity: '2',
      unitPrice: '59',
      affectation: '10',
      allowances: [],
    },
  ],
  allowances: [],
  advances: [],
  guides: [],
  legends: [],
  payments: [],
};

const shown = (sale: Partial<Sale>, over: Partial<PrintedDocument> = {}) =>
  printedContent({
    priced: price({ ...SALE, ...sale }),
    issuer: { ruc: '20123456786', legalName: 'Bodega Ráfaga S.A.C.' },
    number: 7,
    createdAt: new Date('2026-03-03T04:59:00Z'),
    state: 'accepted',
    environment: 'production',
    design: {},
    ...over,
  });

const centsOf = (text: string) =>
  BigInt(text.replaceAll(/[^\d]/g, '')) * (text.includes('−') ? -1n : 1n);

test('the time of issue is that of Lima', () => {
  expect(shown({}).terms[0]).toEqual(['Fecha de emisión', '02/03/2026  23:59']);
});

test('the totals add up to the payable amount, and amounts for information are apart', () => {
  const { totals, apart, payable } = shown({
    lines: [...SALE.lines, { ...(SALE.lines[0] as Sale['lines'][number]), affectation: '15' }],
    allowances: [
      { code: '02', factor: '0.1' },
      { code: '03', amount: '1' },
    ],
  });
  expect(totals.reduce((sum, [, text]) => sum + centsOf(text), 0n)).toBe(centsOf(payable[1]));
  expect(apart.map(([label]) => label)).toEqual([
    'Op. gratuitas',
    'Descuento global sin IGV',
    'Total de descuentos',
  ]);
});

test('a tax that is part of the base of another is printed above it', () => {
  const { totals } = shown({
    lines: [
      {
        ...(SALE.lines[0] as Sale['lines'][number]),
        isc: { system: '01', percent: '10' },
        icbper: {},
      },
    ],
  });
  expect(totals.map(([label]) => label)).toEqual(['Op. gravadas', 'ISC', 'IGV (18 %)', 'ICBPER']);
});

test('amounts that the sale has as text are formatted like all others', () => {
  const { cards } = shown({
    operation: '1001',
    payment: 'credit',
    instalments: [
      { amount: '1000', dueDate: '2026-04-01' },
      { amount: '38.4', dueDate: '2026-05-01' },
    ],
    detraction: {
      goods: '037',
      percent: '12.00',
      account: '00-068-123456',
      means: '001',
      amount: '1141.6',
    },
    advances: [{ documentType: '02', document: 'F001-9', amount: '50' }],
  });
  const rows = cards.flatMap((card) => card.rows);
  expect(rows).toContainEqual(['1.ª · 01/04/2026', 'S/ 1,000.00']);
  expect(rows).toContainEqual(['2.ª · 01/05/2026', 'S/ 38.40']);
  expect(rows).toContainEqual(['Porcentaje', '12 %']);
  expect(rows).toContainEqual(['Monto de la detracción', 'S/ 1,141.60']);
  expect(rows).toContainEqual(['Factura F001-9', 'S/ 50.00']);
});

test('the change is the received amount less the paid amount', () => {
  const { cards } = shown({ payments: [{ method: 'efectivo', amount: '118', received: '200' }] });
  expect(cards[0]?.rows).toEqual([
    ['Efectivo', 'S/ 118.00'],
    ['Recibido', 'S/ 200.00'],
    ['Vuelto', 'S/ 82.00'],
  ]);
});

test('a quantity is printed with all of its decimals', () => {
  const [line] = shown({
    lines: [{ ...(SALE.lines[0] as Sale['lines'][number]), quantity: '0.0333333333', unit: 'LTR' }],
  }).lines;
  expect(line).toMatchObject({ quantity: '0.0333333333', unit: 'l' });
});

test('the page for verification is that of the design, or SUNAT’s', () => {
  expect(shown({}).proof.join(' ')).toContain('www.sunat.gob.pe');
  expect(shown({}, { design: { consultAt: 'cpe.ejemplo.pe' } }).proof).toContain(
    'Consúltala en cpe.ejemplo.pe.',
  );
});
