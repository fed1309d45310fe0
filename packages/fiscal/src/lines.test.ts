/** A line is priced with its tax, discounts, ISC and bags, as SUNAT recomputes it. */
import { expect, test } from '@jest/globals';
import { aLine, aSale } from '../testing/aSale.js';
import { AFFECTATION, type AffectationCode } from './catalogues/affectations.js';
import { priceLines } from './lines.js';
import { centsText, scaledText } from './money.js';
import type { PricedLine } from './priced.js';
import type { Isc, Line, Sale } from './sale.js';

const first = (line: Partial<Line>, sale: Partial<Sale> = {}): PricedLine => {
  const [priced] = priceLines(aSale({ ...sale, lines: [aLine(line)] }));
  if (priced === undefined) throw new Error('no line');
  return priced;
};
const amounts = ({ value, igv, taxes, total }: PricedLine) =>
  [value, igv.base, igv.amount, taxes, total].map(centsText);
const prices = ({ unitValue, unitPrice, priceType }: PricedLine) => [
  scaledText(unitValue),
  scaledText(unitPrice),
  priceType,
];

const PAID: Readonly<Record<string, [string, string]>> = {
  '10': ['100.00', '18.00'],
  '17': ['113.46', '4.54'],
  '20': ['118.00', '0.00'],
  '30': ['118.00', '0.00'],
  '40': ['118.00', '0.00'],
};

test.each(Object.keys(AFFECTATION) as AffectationCode[])(
  'a line of S/ 118.00 with affectation %s has the tax of its affectation',
  (affectation) => {
    const line = first({ affectation });
    expect(line.igv.tax).toBe(AFFECTATION[affectation].tax);
    const paid = PAID[affectation];
    if (paid !== undefined) {
      expect([centsText(line.value), centsText(line.igv.amount)]).toEqual(paid);
      expect([line.priceType, centsText(line.total)]).toEqual(['01', '118.00']);
    } else {
      expect([
        line.priceType,
        centsText(line.total),
        centsText(line.taxes),
        scaledText(line.unitValue),
      ]).toEqual(['02', '0.00', '0.00', '0']);
      const shown =
        AFFECTATION[affectation].rate === 'igv' ? ['100.00', '18.00'] : ['118.00', '0.00'];
      expect([centsText(line.value), centsText(line.igv.amount)]).toEqual(shown);
    }
  },
);

test.each(['17', '40'])(
  'affectation %s is a gift when its price is zero and a reference value is given',
  (affectation) => {
    const line = first({ affectation, unitPrice: '0', unitValue: '50' });
    expect([line.igv.tax, line.priceType, centsText(line.value)]).toEqual(['9996', '02', '50.00']);
    expect(centsText(line.igv.amount)).toBe(affectation === '17' ? '2.00' : '0.00');
  },
);

test('the value of a gift is its reference value, else its price without tax', () => {
  expect(prices(first({ affectation: '15', unitPrice: '0', unitValue: '80' }))).toEqual([
    '0',
    '80',
    '02',
  ]);
  expect(prices(first({ affectation: '15', unitPrice: '118' }))).toEqual(['0', '100', '02']);
  expect(
    prices(first({ affectation: '15', unitPrice: '118' }, { pricesIncludeTax: false })),
  ).toEqual(['0', '118', '02']);
  expect(prices(first({ affectation: '31', unitPrice: '118' }))).toEqual(['0', '118', '02']);
});

test('a price without tax gets its tax on top', () => {
  const line = first({ unitPrice: '33.333', quantity: '3' }, { pricesIncludeTax: false });
  expect(amounts(line)).toEqual(['100.00', '100.00', '18.00', '18.00', '118.00']);
  expect(prices(line)).toEqual(['33.333', '39.33294', '01']);
});

test('a weighed line costs its quantity times its shelf price', () => {
  const line = first({ unitPrice: '12.90', quantity: '0.335' });
  expect(amounts(line)).toEqual(['3.66', '3.66', '0.66', '0.66', '4.32']);
  expect(prices(line)).toEqual(['10.9322033898', '12.9', '01']);
});

test('a tiny quantity shows the unit price that its rounded total gives (rule 3270)', () => {
  const line = first({ unitPrice: '12.90', quantity: '0.001' });
  expect([centsText(line.total), scaledText(line.unitPrice)]).toEqual(['0.01', '10']);
});

test('a line may have the reduced rate, which applies to lines without a rate', () => {
  const lines = priceLines(
    aSale({
      lines: [
        aLine({ unitPrice: '110.50', igvPercent: '10.5' }),
        aLine({ affectation: '11', unitPrice: '110.50' }),
      ],
    }),
  );
  expect(lines.map(({ value, igv }) => [centsText(value), centsText(igv.amount)])).toEqual([
    ['100.00', '10.50'],
    ['100.00', '10.50'],
  ]);
});

test('a sale of the NRUS has no IGV unless one is sent', () => {
  expect(amounts(first({}, { operation: '0113' }))).toEqual([
    '118.00',
    '118.00',
    '0.00',
    '0.00',
    '118.00',
  ]);
  expect(amounts(first({ igvPercent: '18' }, { operation: '0113' }))[2]).toBe('18.00');
});

test('a gift of the NRUS shows the IGV that it would bear', () => {
  const gift = first({ affectation: '15' }, { operation: '0113' });
  expect([scaledText(gift.igv.percent), ...amounts(gift).slice(1, 3)]).toEqual([
    '18',
    '100.00',
    '18.00',
  ]);
});

/** Line value, its base, IGV, all taxes and what is paid. */
const TEN_LESS = '90.00 90.00 16.20 16.20 106.20';
const PAID_LESS = '100.00 100.00 18.00 18.00 106.20';

test.each([
  ['an amount without tax', { code: '00', amount: '10' }, TEN_LESS, '106.2'],
  [
    'a factor of its base',
    { code: '00', base: '100', factor: '0.1', amount: '10' },
    TEN_LESS,
    '106.2',
  ],
  ['a share of the shelf price', { code: '00', factor: '0.1' }, TEN_LESS, '106.2'],
  ['a discount of the price only', { code: '01', amount: '11.80' }, PAID_LESS, '106.2'],
  ['a share of the price only', { code: '01', factor: '0.1' }, PAID_LESS, '106.2'],
  [
    'a charge on the base',
    { code: '47', amount: '10' },
    '110.00 110.00 19.80 19.80 129.80',
    '129.8',
  ],
  [
    'a charge on the price only',
    { code: '48', amount: '2' },
    '100.00 100.00 18.00 18.00 120.00',
    '120',
  ],
])('a line with a discount or charge: %s', (_name, allowance, expected, unitPrice) => {
  const line = first({ allowances: [allowance] });
  expect(amounts(line).join(' ')).toBe(expected);
  expect(prices(line)).toEqual(['100', unitPrice, '01']);
});

test('a tenth off a shelf price of S/ 10.00 leaves S/ 9.00', () => {
  const line = first({ unitPrice: '10.00', allowances: [{ code: '00', factor: '0.1' }] });
  expect(centsText(line.total)).toBe('9.00');
  expect(line.allowances.map(({ base, amount }) => [centsText(base), centsText(amount)])).toEqual([
    ['8.47', '0.85'],
  ]);
});

test('a factor of more than five decimals is shown only where five still give the amount', () => {
  const [small] = first({ allowances: [{ code: '00', factor: '0.1234567' }] }).allowances;
  expect(scaledText(small?.factor ?? 0n)).toBe('0.12346');
  const [large] = first({
    unitPrice: '11800000',
    allowances: [{ code: '00', base: '10000000', factor: '0.1234567' }],
  }).allowances;
  expect([large?.factor, centsText(large?.amount ?? 0n)]).toEqual([undefined, '1234567.00']);
});

test('a factor whose product misses the amount by a fraction above one sol is not shown', () => {
  const allowance = { code: '00', base: '200001', factor: '0.123455' };
  const [missed] = first({ unitPrice: '400002', allowances: [allowance] }).allowances;
  expect([missed?.factor, centsText(missed?.amount ?? 0n)]).toEqual([undefined, '24691.12']);
});

test('a fixed ISC shows another base when five decimals of percent miss it by a fraction', () => {
  const { value, isc } = first(
    { unitPrice: '75644021.12', isc: { system: '02', amount: '109070.11' } },
    { pricesIncludeTax: false },
  );
  // 0.14419 % of the value is 109071.114052928
  expect([isc?.percent, value]).toEqual([1_441_900_000n, 7_564_402_112n]);
  expect(isc?.base).toBe(7_564_332_478n);
});

test('ISC ad valorem is within a price with tax', () => {
  const line = first({ unitPrice: '141.60', isc: { system: '01', percent: '20' } });
  expect(amounts(line)).toEqual(['100.00', '120.00', '21.60', '41.60', '141.60']);
  expect([line.isc?.base, line.isc?.amount]).toEqual([10_000n, 2_000n]);
  expect(prices(line)).toEqual(['100', '141.6', '01']);
});

test('ISC ad valorem is on top of a price without tax', () => {
  const line = first(
    { unitPrice: '100', isc: { system: '01', percent: '20' } },
    { pricesIncludeTax: false },
  );
  expect(amounts(line)).toEqual(['100.00', '120.00', '21.60', '41.60', '141.60']);
  expect(prices(line)).toEqual(['100', '141.6', '01']);
});

test('a fixed ISC shows the percent of the value that it is', () => {
  const line = first({ unitPrice: '118', quantity: '2', isc: { system: '02', amount: '40' } });
  expect(amounts(line)).toEqual(['160.00', '200.00', '36.00', '76.00', '236.00']);
  expect(prices(line)).toEqual(['80', '118', '01']);
  expect([centsText(line.isc?.base ?? 0n), scaledText(line.isc?.percent ?? 0n)]).toEqual([
    '160.00',
    '25',
  ]);
});

test('the ISC of a public price shows its amount divided by its percent as base', () => {
  const line = first({ isc: { system: '03', percent: '17', amount: '20.40' } });
  expect([
    centsText(line.value),
    centsText(line.isc?.base ?? 0n),
    centsText(line.igv.base),
  ]).toEqual(['79.60', '120.00', '100.00']);
});

test.each<[string, Isc]>([
  ['ad valorem', { system: '01', percent: '20' }],
  ['fixed', { system: '02', amount: '20' }],
])('the reference value of a gift is without its ISC: %s', (_name, isc) => {
  const gift = first({ affectation: '15', unitPrice: '141.60', isc });
  expect([...amounts(gift).slice(0, 3), gift.isc?.amount]).toEqual([
    '100.00',
    '120.00',
    '21.60',
    2_000n,
  ]);
});

test('a public price of less than a céntimo has a base', () => {
  const { isc } = first({ isc: { system: '03', percent: '900', amount: '0.01' } });
  expect([isc?.base, isc?.amount]).toEqual([1n, 1n]);
});

test('an ISC of millions equals its base times its percent', () => {
  const line = first({ unitPrice: '90320540', isc: { system: '02', amount: '16560839.96' } });
  const { base = 0n, percent = 0n, amount = 0n } = line.isc ?? {};
  expect(scaledText(percent)).toMatch(/^\d+\.\d{1,5}$/);
  expect(Number(base * percent) / 1e12).toBeCloseTo(Number(amount), 0);
});

test('the tax on bags of the year is added to their price', () => {
  const line = first({ unitPrice: '0.10', quantity: '3', icbper: {} });
  expect(line.icbper).toEqual({ bags: 3n, perBag: 5_000_000_000n, amount: 150n });
  expect(amounts(line)).toEqual(['0.25', '0.25', '0.05', '1.55', '1.80']);
  expect(scaledText(line.unitPrice)).toBe('0.6');
});

test('the tax on bags is charged on a bag that is a gift', () => {
  const line = first({ affectation: '15', unitPrice: '0.10', icbper: {} });
  expect([centsText(line.taxes), centsText(line.total)]).toEqual(['0.50', '0.50']);
});

test('in another currency the caller gives the tax on bags', () => {
  const usd = { currency: 'USD' } as const;
  expect(first({ quantity: '2', icbper: { perBag: '0.14' } }, usd).icbper?.amount).toBe(28n);
  expect(first({ quantity: '2', icbper: { amount: '0.28' } }, usd).icbper?.perBag).toBe(
    1_400_000_000n,
  );
  expect(first({ icbper: {} }, usd).icbper?.amount).toBe(0n);
});
