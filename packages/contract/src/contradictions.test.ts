/**
 * A consistent sale of which one given number is changed has the same totals, or is refused at
 * that number.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { outcomeOf } from '../testing/outcomeOf.js';
import { aBody } from './examples.js';
import type { Fields } from './fields/field.js';

const LINE_CODES = ['00', '01', '47', '48'];
const GLOBAL_CODES = ['02', '03', '46', '49', '50'];
const PARTS = ['porcentaje', 'factor', 'monto', 'monto_base'];

type Part = 'porcentaje' | 'factor' | 'monto' | 'monto_base';

/** At least two parts, of which one is a rate or the amount: numbers that must agree. */
const someParts = fc
  .subarray<Part>(['porcentaje', 'monto', 'monto_base'], { minLength: 2 })
  .chain((parts) =>
    fc
      .boolean()
      .map((asFactor) =>
        parts.map((part): Part => (part === 'porcentaje' && asFactor ? 'factor' : part)),
      ),
  );

interface Drawn {
  inclusive: boolean;
  level: 'line' | 'document';
  code: string;
  percent: number;
  parts: Part[];
  /** How many discounts of the same code come before it. */
  earlier: number;
  change: { part: number; by: number };
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  inclusive: fc.boolean(),
  level: fc.constantFrom('line', 'document'),
  code: fc.nat(19).map(String),
  percent: fc.integer({ min: 2, max: 60 }),
  parts: someParts,
  earlier: fc.nat(2),
  change: fc.record({ part: fc.nat(2), by: fc.integer({ min: 3, max: 40 }) }),
});

/** One line of 200.00 without and 236.00 with IGV, and a discount or charge of a share of it. */
function saleOf({ inclusive, level, code, percent, parts, earlier }: Drawn) {
  const codes = level === 'line' ? LINE_CODES : GLOBAL_CODES;
  const cod_tipo = codes[Number(code) % codes.length] as string;
  const base = ['00', '47', '02', '49'].includes(cod_tipo) ? 200 : 236;
  const values: Record<Part, number> = {
    porcentaje: percent,
    factor: percent / 100,
    monto: Math.round(base * percent) / 100,
    monto_base: base,
  };
  const given = Object.fromEntries(parts.map((part) => [part, values[part]]));
  const needed = level === 'document' ? { monto: values.monto } : {};
  const discount: Fields = { cod_tipo, ...given, ...needed };
  const first = [0.07, 0.05].slice(0, earlier).map((monto) => ({ cod_tipo, monto }));
  const list = [...first, discount];
  const [item] = aBody().items;
  const line = { ...item, cantidad: 2, precio_unitario: inclusive ? 118 : 100 };
  return level === 'line'
    ? { body: { ...aBody(), items: [{ ...line, descuentos: list }] }, discount }
    : { body: { ...aBody(), items: [line], descuentos_globales: list }, discount };
}

test('one changed number of a discount or charge leaves the totals, or is refused there', () => {
  const seen = { refused: 0, same: 0 };
  fc.assert(
    fc.property(drawn, (one) => {
      const { body, discount } = saleOf(one);
      const before = outcomeOf('boleta', body, { pricesIncludeTax: one.inclusive });
      expect(before).toHaveProperty('payable');
      const parts = Object.keys(discount).filter((name) => PARTS.includes(name));
      const part = parts[one.change.part % parts.length] as Part;
      const step = part === 'factor' ? one.change.by / 1000 : one.change.by / 10;
      discount[part] = Math.round(((discount[part] as number) + step) * 1000) / 1000;
      if (!parts.some((name) => name !== part && name !== 'monto_base') && part !== 'monto_base')
        return; // an amount or a rate alone: no other number states it
      const after = outcomeOf('boleta', body, { pricesIncludeTax: one.inclusive });
      if ('payable' in after) {
        seen.same++;
        expect(after).toEqual(before);
      } else {
        seen.refused++;
        const at = one.level === 'line' ? 'items.0.descuentos' : 'descuentos_globales';
        expect(Object.keys(after)).toContain(`${at}.${one.earlier}.${part}`);
      }
    }),
    { numRuns: 1000 },
  );
  expect(seen.refused).toBeGreaterThan(250);
});
