/**
 * A deduction of an advance, a withholding, a FISE charge, a percepción, a detracción or a tax on
 * bags of which one number is changed leaves the totals as they were, or is refused at that number.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { outcomeOf } from '../testing/outcomeOf.js';
import { aBody } from './examples.js';
import type { Fields } from './fields/field.js';

type Part = 'porcentaje' | 'factor' | 'monto' | 'monto_base';
const PARTS: readonly Part[] = ['porcentaje', 'factor', 'monto', 'monto_base'];

/** Two units of 118.00 with IGV (or 100.00 without a tax), and an advance of half of it. */
const CASES: Readonly<Record<string, { tax: string; percent: number; base: number }>> = {
  '04': { tax: '10', percent: 100, base: 100 },
  '05': { tax: '20', percent: 100, base: 100 },
  '06': { tax: '30', percent: 100, base: 100 },
  '20': { tax: '10', percent: 100, base: 10 },
  '45': { tax: '10', percent: 5, base: 236 },
  '62': { tax: '10', percent: 3, base: 236 },
  '63': { tax: '10', percent: 5, base: 236 },
};
const ADVANCE = ['04', '05', '06', '20'];

interface Drawn {
  code: string;
  asFactor: boolean;
  parts: Part[];
  change: { part: number; by: number };
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  code: fc.constantFrom(...Object.keys(CASES)),
  asFactor: fc.boolean(),
  parts: fc.subarray<Part>(['porcentaje', 'monto_base']),
  change: fc.record({ part: fc.nat(2), by: fc.integer({ min: 2, max: 40 }) }),
});

function saleOf({ code, asFactor, parts }: Drawn) {
  const { tax, percent, base } = CASES[code] as (typeof CASES)[string];
  const [item] = aBody().items;
  const taxed = tax === '10';
  const line: Fields = {
    ...item,
    cantidad: 2,
    precio_unitario: 100,
    tip_afe_igv: tax,
    porcentaje_igv: taxed ? 18 : 0,
    ...(code === '20' ? { tip_sis_isc: '01', porcentaje_isc: 10 } : {}),
  };
  const deduction: Fields = { cod_tipo: code, monto: (base * percent) / 100 };
  for (const part of parts) {
    if (part === 'monto_base') deduction.monto_base = base;
    else if (asFactor) deduction.factor = percent / 100;
    else deduction.porcentaje = percent;
  }
  const total = code === '20' ? 129.8 : taxed ? 118 : 100;
  const advance = { tipo_doc: '02', serie: 'F001', correlativo: '7', monto: total };
  const { cuotas: _, forma_pago: __, fecha_vencimiento: ___, ...body } = aBody('factura');
  return {
    deduction,
    body: {
      ...body,
      ...(code === '63' ? { tipo_operacion: '2002' } : {}),
      ...(ADVANCE.includes(code) ? { anticipos: [advance] } : {}),
      items: [line],
      descuentos_globales:
        code === '20' ? [{ cod_tipo: '04', monto: 100 }, deduction] : [deduction],
    },
  };
}

test('one changed number of a deduction leaves the totals, or is refused there', () => {
  const seen = { refused: 0, same: 0 };
  fc.assert(
    fc.property(drawn, (one) => {
      const { body, deduction } = saleOf(one);
      const before = outcomeOf('factura', body, { pricesIncludeTax: false });
      expect(before).toHaveProperty('payable');
      const parts = PARTS.filter((name) => deduction[name] !== undefined);
      const part = parts[one.change.part % parts.length] as Part;
      const rated = parts.includes('porcentaje') || parts.includes('factor');
      // nothing else states the amount
      if (part === 'monto' && !rated && !ADVANCE.includes(one.code)) return;
      const step = part === 'factor' ? -one.change.by / 100 : -one.change.by;
      deduction[part] = Math.max(0.01, ((deduction[part] as number) * 100 + step * 100) / 100);
      const after = outcomeOf('factura', body, { pricesIncludeTax: false });
      if ('payable' in after) {
        seen.same++;
        expect(after).toEqual(before);
      } else {
        seen.refused++;
        const at = `descuentos_globales.${one.code === '20' ? 1 : 0}`;
        expect(Object.keys(after)).toContain(`${at}.${part}`);
      }
    }),
    { numRuns: 1500 },
  );
  expect(seen.refused).toBeGreaterThan(200);
});

test('an advance whose amount is not what its deductions add up to is refused at both', () => {
  const { body } = saleOf({ code: '04', asFactor: false, parts: [], change: { part: 0, by: 2 } });
  (body.anticipos as Fields[])[0] = { ...(body.anticipos as Fields[])[0], monto: 130 };
  expect(Object.keys(outcomeOf('factura', body, { pricesIncludeTax: false }))).toEqual([
    'descuentos_globales.0.monto',
    'anticipos.0.monto',
  ]);
});

const STATED: Readonly<Record<string, Fields>> = {
  percepcion: { cod_regimen: '01', porcentaje: 2, base: 236, monto: 4.72, mto_total: 240.72 },
  detraccion: { cod_bien: '037', cta_banco: '00-068', porcentaje: 12, monto: 28.32 },
  'items.0': { icbper: 1, factor_icbper: 0.5 },
};

test.each([
  ['percepcion', 'monto'],
  ['percepcion', 'base'],
  ['percepcion', 'porcentaje'],
  ['percepcion', 'mto_total'],
  ['detraccion', 'monto'],
  ['detraccion', 'porcentaje'],
  ['items.0', 'icbper'],
  ['items.0', 'factor_icbper'],
  ['items.0', 'cantidad'],
])('a changed number is refused: %s.%s', (block, name) => {
  const { cuotas: _, forma_pago: __, fecha_vencimiento: ___, ...body } = aBody('factura');
  const sent = (by: number) => {
    const own: Fields = { ...(block === 'items.0' ? { cantidad: 2 } : {}), ...STATED[block] };
    if (by !== 0) own[name] = Math.max(0.03, Number(own[name]) + by);
    const item = { ...body.items[0], cantidad: 2, precio_unitario: 118 };
    return block === 'items.0'
      ? { ...body, items: [{ ...item, ...own }] }
      : { ...body, items: [item], [block]: own };
  };
  expect(outcomeOf('factura', sent(0), { pricesIncludeTax: true })).toHaveProperty('payable');
  for (const by of [-0.35, 0.13, 1.21, 3]) {
    // two percent of what a base is changed by
    const refused = outcomeOf('factura', sent(name === 'base' ? by * 50 : by), {
      pricesIncludeTax: true,
    });
    expect(Object.keys(refused)).toContain(`${block}.${name}`);
  }
});
