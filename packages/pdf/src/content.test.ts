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
    evidence: 'cdr',
    environment: 'production',
    design: {},
    ...over,
  });

const centsOf = (text: string) =>
  BigInt(text.replaceAll(/[^\d]/g, '')) * (text.includes('-') ? -1n : 1n);

test('the time of issue is that of Lima', () => {
  expect(shown({}).terms[0]).toEqual(['Fecha de emisión', '02/03/2026  23:59']);
});

test('an operation does not repeat the word of its label', () => {
  const text = (operation: string) =>
    shown({ operation }).terms.find(([label]) => label === 'Operación')?.[1];
  expect(text('1004')).toBe('Sujeta a Detracción- Servicios de Transporte Carga');
  expect(text('0112')).toBe('Venta Interna - Sustenta Gastos Deducibles Persona Natural');
});

const GIFT: Sale['lines'][number] = {
  ...(SALE.lines[0] as Sale['lines'][number]),
  affectation: '15',
};
const DISCOUNTS: Sale['allowances'] = [
  { code: '02', factor: '0.1' },
  { code: '03', amount: '1' },
];
const ofLines = ({ lines }: ReturnType<typeof shown>) =>
  lines
    .flatMap(({ total, steps }) => [total, ...steps.map(([, amount]) => amount)])
    .reduce((sum, text) => sum + centsOf(text), 0n);
const total = (rows: readonly (readonly [string, string])[]) =>
  rows.reduce((sum, [, text]) => sum + centsOf(text), 0n);

test('prices with taxes: lines and global discounts lead to the payable amount', () => {
  const content = shown({ lines: [...SALE.lines, GIFT], allowances: DISCOUNTS });
  const [subtotal, ...changes] = content.sums;
  expect(ofLines(content)).toBe(centsOf(subtotal?.[1] ?? ''));
  expect(changes).toEqual([
    ['Descuento global 10 %', 'S/ -11.80'],
    ['Otros descuentos', 'S/ -1.00'],
  ]);
  expect(total(content.sums)).toBe(centsOf(content.payable[1]));
  expect(content.parts).toEqual([]);
  expect(content.included.map(([label]) => label)).toEqual(['Op. gravadas', 'IGV (18 %)']);
  expect(content.apart.map(([label]) => label)).toEqual(['Op. gratuitas']);
});

test('prices without taxes: lines lead to bases, bases and taxes to the payable amount', () => {
  const content = shown({
    pricesIncludeTax: false,
    lines: [...SALE.lines, GIFT],
    allowances: DISCOUNTS,
  });
  expect(ofLines(content)).toBe(centsOf(content.sums[0]?.[1] ?? ''));
  expect(total(content.sums)).toBe(centsOf(content.parts[0]?.[1] ?? ''));
  expect(total(content.parts)).toBe(centsOf(content.payable[1]));
  expect(content.included).toEqual([]);
  expect(content.heads).toEqual({ price: 'V. unitario', total: 'Valor de venta' });
});

test('gifts add up to their row, without taxes and less their discounts, in both modes', () => {
  const gifts = [
    { ...GIFT, unitPrice: '11.90' },
    { ...GIFT, unitPrice: '59', unitValue: '30' },
    { ...GIFT, affectation: '21', quantity: '1' },
    { ...GIFT, quantity: '3', allowances: [{ code: '00', factor: '0.1' }] },
  ];
  for (const pricesIncludeTax of [true, false]) {
    const { lines, apart } = shown({ pricesIncludeTax, lines: [...SALE.lines, ...gifts] });
    const given = lines.flatMap(({ steps }) =>
      steps.flatMap(([label, amount]) => (label === 'Transferencia gratuita' ? [amount] : [])),
    );
    expect(-given.reduce((sum, amount) => sum + centsOf(amount), 0n)).toBe(total(apart));
    for (const { total: amount, steps } of lines.slice(1))
      expect(steps.reduce((sum, [, text]) => sum + centsOf(text), centsOf(amount))).toBe(0n);
  }
  const [, first, second] = shown({ lines: [...SALE.lines, ...gifts] }).lines;
  expect(first).toMatchObject({
    price: '10.085',
    total: '20.17',
    details: ['Valor referencial sin impuestos'],
  });
  expect(second).toMatchObject({ price: '30.00', total: '60.00' });
});

test('a line shows its shelf price, and its discount with taxes as the price has them', () => {
  const lines = [{ ...SALE.lines[0], quantity: '6', unitPrice: '32.5' }].map((line) => ({
    ...(line as Sale['lines'][number]),
    allowances: [{ code: '00', amount: '4.24' }],
  }));
  const [taxed, untaxed] = [true, false].map(
    (pricesIncludeTax) => shown({ lines, pricesIncludeTax }).lines[0],
  );
  expect(taxed).toMatchObject({ price: '32.50', total: '195.00', steps: [['Descuento', '-5.00']] });
  expect(untaxed).toMatchObject({ price: '32.50', steps: [['Descuento', '-4.24']] });
});

test('nothing stands above the payable amount when the lines add up to it', () => {
  expect(shown({})).toMatchObject({ sums: [], parts: [] });
});

test('advances stand above the payable amount, each in its row unless they are many', () => {
  const advances = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      documentType: '02',
      document: `F001-${i + 1}`,
      amount: '10',
    }));
  const few = shown({ advances: advances(2) });
  expect(few.sums.slice(1)).toEqual([
    ['Anticipo F001-1', 'S/ -10.00'],
    ['Anticipo F001-2', 'S/ -10.00'],
  ]);
  expect(few.cards).toEqual([]);
  const many = shown({ advances: advances(9) });
  expect(many.sums.slice(1)).toEqual([['Anticipos (9)', 'S/ -90.00']]);
  expect(many.cards[0]?.rows).toHaveLength(9);
});

test('a tax that is part of the base of another is printed above it', () => {
  const { included } = shown({
    lines: [
      {
        ...(SALE.lines[0] as Sale['lines'][number]),
        isc: { system: '01', percent: '10' },
        icbper: {},
      },
    ],
  });
  expect(included.map(([label]) => label)).toEqual(['Op. gravadas', 'ISC', 'IGV (18 %)', 'ICBPER']);
});

test('each retention has its base, rate and amount', () => {
  const { cards } = shown({
    allowances: [
      { code: '62', factor: '0.03', base: '100', amount: '3' },
      { code: '62', factor: '0.06', base: '18', amount: '1.08' },
    ],
  });
  expect(cards).toEqual([
    {
      title: 'Retención del IGV',
      rows: [
        ['Base', 'S/ 100.00'],
        ['Retención (3 %)', 'S/ 3.00'],
        ['Base', 'S/ 18.00'],
        ['Retención (6 %)', 'S/ 1.08'],
      ],
    },
  ]);
});

test('amounts that the sale has as text are formatted like all others', () => {
  const { cards } = shown({
    operation: '1001',
    pricesIncludeTax: false,
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

test('a percent is printed with the five decimals that the XML has', () => {
  const detraction = { goods: '037', account: '00-068-123456', means: '001', amount: '14.57' };
  const contract = { number: 'C-1', type: '1', description: 'Consorcio' };
  const { cards } = shown({
    operation: '1001',
    detraction: { ...detraction, percent: '12.34567' },
    collaboration: { ...contract, percent: '33.33333' },
  });
  const rows = cards.flatMap((card) => card.rows);
  expect(rows).toContainEqual(['Porcentaje', '12.34567 %']);
  expect(rows).toContainEqual(['Participación', '33.33333 %']);
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

test('a percent stands only beside what it is a percent of', () => {
  const [line] = SALE.lines as [Sale['lines'][number]];
  const labels = (rows: readonly (readonly [string, string])[]) => rows.map(([label]) => label);
  const discounted = (base?: string) =>
    shown({
      lines: [{ ...line, allowances: [{ code: '00', factor: '0.1', ...(base && { base }) }] }],
    }).lines[0]?.steps ?? [];
  expect(labels(discounted())).toEqual(['Descuento 10 %']);
  expect(labels(discounted('50'))).toEqual(['Descuento']);
  // of the taxed line alone, and of one of two lines
  const mixed = shown({
    lines: [line, { ...line, affectation: '20' }],
    allowances: [{ code: '02', factor: '0.1', base: '100' }],
  });
  expect(labels(mixed.sums)).toContain('Descuento global');
  const ofLine = shown({
    pricesIncludeTax: false,
    lines: [line, { ...line, allowances: [{ code: '01', factor: '0.25' }] }],
  });
  expect(labels(ofLine.parts)).toContain('Otros dsctos. de línea');
  const adjusted = (code: string, base: string) =>
    labels(shown({ allowances: [{ code, factor: '0.1', base }] }).sums)[1];
  expect(adjusted('03', '118')).toBe('Otros descuentos 10 %');
  expect(adjusted('03', '50')).toBe('Otros descuentos');
});

test('the percent of a service charge is that of the value, which the law limits', () => {
  const label = (base: string) =>
    shown({ allowances: [{ code: '46', factor: '0.1', base }] }).sums[1]?.[0];
  expect(label('100')).toBe('Recargo al consumo 10 %');
  expect(label('118')).toBe('Recargo al consumo');
});

test('nothing is said to be received that is stated as zero', () => {
  const payments = [{ method: 'tarjeta', amount: '118', received: '0' }];
  expect(shown({ payments }).cards[0]?.rows).toEqual([['Tarjeta', 'S/ 118.00']]);
});

test('pieces are counted as articles, and a line by weight or volume as one', () => {
  const [line] = SALE.lines as [Sale['lines'][number]];
  const lines = [
    { ...line, quantity: '1200' },
    { ...line, unit: 'KGM', quantity: '50' },
    { ...line, unit: 'LTR', quantity: '1.5' },
  ];
  expect(shown({ lines }).articles).toBe('Artículos: 1,202');
});

test('the address names the district of its ubigeo', () => {
  const issuer = { ruc: '20123456786', legalName: 'Bodega Ráfaga S.A.C.', ubigeo: '150116' };
  const printed = (address: string) => shown({}, { issuer: { ...issuer, address } }).issuer.address;
  expect(printed('Av. Arequipa 123')).toBe('Av. Arequipa 123, Lince, Lima, Lima');
  expect(printed('AV. AREQUIPA 123 - LINCE')).toBe('AV. AREQUIPA 123 - LINCE');
  expect(printed('Jr. Lincea 5')).toBe('Jr. Lincea 5, Lince, Lima, Lima');
});
