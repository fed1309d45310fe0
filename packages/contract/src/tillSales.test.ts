/**
 * A till that computes consistent amounts, in floating point and with its own order of rounding, is
 * never refused.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { outcomeOf } from '../testing/outcomeOf.js';
import { aBody } from './examples.js';
import type { Fields } from './fields/field.js';
import { parseIssue } from './parse.js';

/** How a till rounds: half up as most do, down, or binary noise left as it is. */
const ROUND = {
  half: (value: number) => Math.round((value + 1e-9) * 100) / 100,
  down: (value: number) => Math.floor((value + 1e-9) * 100) / 100,
  noise: (value: number) => Math.round(value * 100) * 0.01,
} as const;
const LINE_CODES = ['00', '01', '47', '48'];
const GLOBAL_CODES = ['02', '03', '46', '49', '50'];
const ON_BASE = ['00', '47', '02', '49'];
const CHARGES = ['47', '48', '46', '49', '50'];

interface Drawn {
  inclusive: boolean;
  rounding: keyof typeof ROUND;
  /** Whether the till rounds what one unit costs, before it multiplies. */
  unitFirst: boolean;
  lines: { cents: number; quantity: number }[];
  global: boolean;
  /** Up to three, each a share of what the earlier ones left, or of the whole. */
  discounts: { code: number; percent: number; fromAmount: boolean; parts: string[] }[];
  cascade: boolean;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  inclusive: fc.boolean(),
  rounding: fc.constantFrom('half', 'down', 'noise'),
  unitFirst: fc.boolean(),
  lines: fc.array(
    fc.record({
      cents: fc.integer({ min: 50, max: 90_000 }),
      quantity: fc.oneof(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 100, max: 9999 }).map((n) => n / 1000),
      ),
    }),
    { minLength: 1, maxLength: 30 },
  ),
  global: fc.boolean(),
  discounts: fc.array(
    fc.record({
      code: fc.nat(19),
      percent: fc.integer({ min: 101, max: 3300 }).map((n) => n / 100),
      fromAmount: fc.boolean(),
      parts: fc.subarray(['rate', 'monto', 'monto_base'], { minLength: 1 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  cascade: fc.boolean(),
});

/** The discounts as the till computes them. A rate alone is a share of the whole sale or line. */
function computed({ rounding, global, discounts, cascade }: Drawn, whole: number[]): Fields[] {
  const round = ROUND[rounding];
  const codes = global ? GLOBAL_CODES : LINE_CODES;
  let [net = 0, gross = 0] = whole;
  return discounts.map(({ code, percent, fromAmount, parts }, i) => {
    const cod_tipo = codes[code % codes.length] as string;
    const onBase = ON_BASE.includes(cod_tipo);
    const base = round(cascade ? (onBase ? net : gross) : (whole[onBase ? 0 : 1] as number));
    const exact = (base * percent) / 100;
    const monto = fromAmount ? Math.max(0.01, Math.round(exact * 10) / 10) : round(exact);
    const rate = fromAmount ? (monto / base) * 100 : percent;
    const sign = CHARGES.includes(cod_tipo) ? 1 : -1;
    gross += sign * monto * (onBase ? 1.18 : 1);
    if (onBase) net += sign * monto;
    const all: Fields = {
      monto: round(monto),
      monto_base: base,
      ...(i % 2 === 0
        ? { porcentaje: Math.round(rate * 100) / 100 }
        : { factor: Math.round(rate * 1000) / 100_000 }),
    };
    const wanted = new Set(
      parts.flatMap((part) => (part === 'rate' ? ['porcentaje', 'factor'] : [part])),
    );
    if (global || fromAmount || (cascade && i > 0) || !parts.includes('rate')) wanted.add('monto');
    return {
      cod_tipo,
      ...Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(name))),
    };
  });
}

function saleOf(one: Drawn): Fields {
  const round = ROUND[one.rounding];
  const [item] = aBody().items;
  const lines = one.global ? one.lines : one.lines.slice(0, 1);
  const wholes = lines.map(({ cents, quantity }) => {
    const each = cents / 100;
    const other = one.inclusive ? each / 1.18 : each * 1.18;
    const converted = round(quantity * (one.unitFirst ? round(other) : other));
    const own = round(quantity * each);
    return one.inclusive ? [converted, own] : [own, converted];
  });
  const whole = [0, 1].map((at) =>
    wholes.reduce((sum, amounts) => sum + (amounts[at] as number), 0),
  );
  const list = computed(one, whole);
  const items = lines.map(({ cents, quantity }) => ({
    ...item,
    cantidad: quantity,
    precio_unitario: cents / 100,
  }));
  if (one.global) return { ...aBody(), items, descuentos_globales: list };
  return { ...aBody(), items: [{ ...items[0], descuentos: list }] };
}

test('a consistent sale of a till that rounds in its own way is never refused', () => {
  fc.assert(
    fc.property(drawn, (one) => {
      expect(outcomeOf('boleta', saleOf(one), { pricesIncludeTax: one.inclusive })).toHaveProperty(
        'payable',
      );
    }),
    { numRuns: 2000 },
  );
});

test('the noise of a sum in floating point is no third decimal', () => {
  const [item] = aBody().items;
  const items = [{ ...item, descuentos: [{ monto: 0.1 * 3, monto_base: 2.2 * 3 }] }];
  const pagos = [{ metodo: 'efectivo', monto: 1.1 * 3 }];
  const body = { ...aBody(), items, pagos };
  expect(outcomeOf('boleta', body, { pricesIncludeTax: true })).toHaveProperty('payable');
  const { sale } = parseIssue('boleta', 'k', body, { pricesIncludeTax: true });
  expect(sale.lines[0]?.allowances).toEqual([{ code: '00', amount: '0.3', base: '6.6' }]);
  expect(sale.payments).toEqual([{ method: 'efectivo', amount: '3.3' }]);
  pagos[0] = { metodo: 'efectivo', monto: 3.301 };
  expect(Object.keys(outcomeOf('boleta', body, { pricesIncludeTax: true }))).toEqual([
    'pagos.0.monto',
  ]);
});
