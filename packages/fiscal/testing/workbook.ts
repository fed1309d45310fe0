/**
 * Recomputes SUNAT's rules about totals with decimal.js, independent of the code under test, and
 * lists the rules that a priced sale breaks.
 */
import { Decimal } from 'decimal.js';
import type { Cents, PricedLine, PricedSale, Scaled, TaxCode } from '../src/priced.js';

Decimal.set({ precision: 40 });

type Check = (broken: boolean, code: string, detail?: string) => void;

const D = (value: Decimal.Value) => new Decimal(value);
const cents = (value: Cents) => D(`${value}e-2`);
const scaled = (value: Scaled) => D(`${value}e-10`);
const NONE = D(0);
const total = (values: Decimal[]) => values.reduce((a, b) => a.plus(b), NONE);
const apart = (a: Decimal, b: Decimal, tolerance = 1) => a.minus(b).abs().gt(tolerance);

/**
 * Uses the codes of the factura sheet, the stricter one. SUNAT's tolerance for totals is 1.00; a
 * test may pass a smaller one.
 */
export function brokenRules(priced: PricedSale, headerTolerance = 1): string[] {
  const broken: string[] = [];
  const check: Check = (is, code, detail = '') => {
    if (is) broken.push(`${code} ${detail}`.trim());
  };
  for (const [i, line] of priced.lines.entries())
    lineRules(line, (is, code) => check(is, code, `line ${i}`));
  headerRules(priced, check, headerTolerance);
  return broken;
}

const amounts = (line: { allowances: PricedLine['allowances'] }, ...codes: string[]) =>
  line.allowances.length === 0
    ? NONE
    : total(
        line.allowances
          .filter(({ code }) => codes.includes(code))
          .map(({ amount }) => cents(amount)),
      );

function lineRules(line: PricedLine, check: Check): void {
  const free = line.igv.tax === '9996';
  const [value, base, tax, quantity] = [
    cents(line.value),
    cents(line.igv.base),
    cents(line.igv.amount),
    scaled(line.quantity),
  ];
  const isc = line.isc === undefined ? D(0) : cents(line.isc.amount);
  const bags = line.icbper === undefined ? D(0) : cents(line.icbper.amount);
  const rate = scaled(line.igv.percent).times(0.01);
  const worth = free ? scaled(line.unitPrice) : scaled(line.unitValue);
  check(
    apart(value, worth.times(quantity).minus(amounts(line, '00')).plus(amounts(line, '47'))),
    '3271',
  );
  if (!free) {
    const paid = value.plus(cents(line.taxes)).minus(amounts(line, '01')).plus(amounts(line, '48'));
    check(apart(scaled(line.unitPrice), paid.div(quantity)), '3270');
    check(!paid.eq(cents(line.total)), 'total');
  }
  check(
    free !== (line.priceType === '02') || (free && !line.unitValue.toString().match(/^0$/)),
    '3234',
  );
  check(line.isc === undefined ? !base.eq(value) : apart(base, value.plus(isc)), '3272');
  check(base.lte(0), '3105');
  check(apart(tax, rate.times(base)), '3103');
  const bears =
    ['10', '11', '12', '13', '14', '15', '16', '17'].includes(line.line.affectation) &&
    (free || !rate.isZero());
  check(bears && base.gt(0.06) && tax.isZero(), '3111');
  check(!bears && !tax.isZero(), '3110');
  check(tax.lt(0), '2033');
  check(apart(cents(line.taxes), (free ? D(0) : tax).plus(isc).plus(bags)), '3292');
  if (line.isc !== undefined)
    check(apart(isc, cents(line.isc.base).times(scaled(line.isc.percent)).div(100)), '3108');
  if (line.icbper !== undefined) {
    check(!D(line.icbper.bags.toString()).eq(quantity), '3236');
    check(!bags.eq(scaled(line.icbper.perBag).times(line.icbper.bags.toString())), '4318');
  }
  for (const one of line.allowances)
    if (one.factor)
      check(apart(cents(one.amount), cents(one.base).times(scaled(one.factor))), '3290');
}

function headerRules(priced: PricedSale, check: Check, tolerance: number): void {
  const header: Header = {
    priced,
    sums: sumsOf(priced),
    check,
    apart: (a, b, own = tolerance) => apart(a, b, own),
  };
  subtotalRules(header);
  taxedRules(header);
  otherTaxRules(header);
  totalRules(header);
  payableRules(header);
  for (const one of priced.allowances)
    if (one.factor)
      check(header.apart(cents(one.amount), cents(one.base).times(scaled(one.factor))), '3307');
}

interface Header {
  priced: PricedSale;
  sums: ReturnType<typeof sumsOf>;
  check: Check;
  apart(a: Decimal, b: Decimal, tolerance?: number): boolean;
}

/** By tax: what the header states, and what the lines add up to. */
function sumsOf(priced: PricedSale) {
  const stated = (tax: TaxCode) => priced.totals.subtotals.find((own) => own.tax === tax);
  const byTax = new Map<TaxCode, PricedLine[]>();
  for (const line of priced.lines)
    byTax.set(line.igv.tax, [...(byTax.get(line.igv.tax) ?? []), line]);
  const of = (tax: TaxCode) => byTax.get(tax) ?? [];
  return {
    stated,
    base: (tax: TaxCode) => cents(stated(tax)?.base ?? 0n),
    amount: (tax: TaxCode) => cents(stated(tax)?.amount ?? 0n),
    of,
    values: (tax: TaxCode) => total(of(tax).map((line) => cents(line.value))),
    bases: (tax: TaxCode) => total(of(tax).map((line) => cents(line.igv.base))),
    amounts: (tax: TaxCode) => total(of(tax).map((line) => cents(line.igv.amount))),
    /** The rate of the tax, as a part of one. */
    rate: (tax: TaxCode) => scaled(of(tax)[0]?.igv.percent ?? 0n).times(0.01),
    /** The allowances and charges of the whole sale with these codes. */
    doc: (...codes: string[]) => amounts(priced, ...codes),
    paid: priced.lines.filter((line) => line.igv.tax !== '9996'),
    bags: total(priced.lines.map((line) => cents(line.icbper?.amount ?? 0n))),
  };
}

function subtotalRules({ priced, sums, check, apart }: Header): void {
  const { stated, base, amount, values, doc } = sums;
  for (const line of priced.lines) check(stated(line.igv.tax) === undefined, '2638');
  check(apart(base('9995'), values('9995')), '3273');
  check(apart(base('9998'), values('9998').minus(stated('9998') ? doc('06') : 0)), '3274');
  check(apart(base('9997'), values('9997').minus(doc('05'))), '3275');
  check(apart(base('9996'), values('9996')), '3276');
  check(apart(amount('9996'), sums.amounts('9996')), '3302');
}

function taxedRules({ sums, check, apart }: Header): void {
  const { stated, base, amount, values, bases, rate, doc } = sums;
  for (const [tax, valueRule, taxRule] of [
    ['1000', '3277', '3291'],
    ['1016', '3293', '3295'],
  ] as const) {
    if (stated(tax) === undefined) continue;
    check(apart(base(tax), values(tax).minus(doc('02', '04')).plus(doc('49'))), valueRule);
    const taxed = bases(tax)
      .minus(doc('02', '04', '20'))
      .plus(doc('49'));
    check(apart(amount(tax), taxed.times(rate(tax))), taxRule);
    check(base(tax).lt(0) || amount(tax).lt(0), '2999', tax);
  }
}

/** ISC and ICBPER. */
function otherTaxRules({ sums, check, apart }: Header): void {
  const { base, amount, paid, bags } = sums;
  check(apart(base('2000'), total(paid.map((line) => cents(line.isc?.base ?? 0n)))), '3296');
  check(apart(amount('2000'), iscOf(sums)), '3298');
  check(!amount('7152').eq(bags), '3306');
}

const iscOf = ({ paid, doc }: Header['sums']) =>
  total(paid.map((line) => cents(line.isc?.amount ?? 0n))).minus(doc('20'));

function totalRules({ priced: { lines, totals }, sums, check, apart }: Header): void {
  const { amount, of, values, bases, rate, doc, bags } = sums;
  const value = total((['1000', '1016', '9995', '9997', '9998'] as const).map(values));
  check(apart(cents(totals.value), value.minus(doc('02')).plus(doc('49'))), '3278');
  const taxed = of('1016').length > 0 ? '1016' : '1000';
  const igv = bases(taxed).minus(doc('02')).plus(doc('49')).times(rate(taxed));
  const inclusive = cents(totals.value).plus(iscOf(sums)).plus(doc('20')).plus(bags).plus(igv);
  check(apart(cents(totals.withTaxes), inclusive), '3279');
  const { off, on } = allowancesOf(lines, doc);
  check(apart(cents(totals.allowances), off, 0), '3300');
  check(apart(cents(totals.charges), on, 0), '3301');
  const taxes = total((['1000', '1016', '2000', '7152'] as const).map(amount));
  check(apart(cents(totals.taxes), taxes, 0), '3294');
}

/** What allowances subtract and charges add without a change of the taxed value. */
const allowancesOf = (lines: readonly PricedLine[], doc: Header['sums']['doc']) => ({
  off: total(lines.map((line) => amounts(line, '01'))).plus(doc('03', '63')),
  on: total(lines.map((line) => amounts(line, '48'))).plus(doc('45', '46', '50')),
});

function payableRules({ priced, sums: { doc }, check, apart }: Header): void {
  const { lines, totals, sale } = priced;
  const { off, on } = allowancesOf(lines, doc);
  const payable = cents(totals.withTaxes)
    .plus(on)
    .minus(off)
    .minus(cents(totals.prepaid))
    .plus(cents(totals.rounding));
  check(apart(cents(totals.payable), payable, 0), '3280');
  check(cents(totals.rounding).abs().gt(1), '3303');
  check(totals.prepaid > 0n && !doc('04', '05', '06').gt(0), '3287');
  check(totals.prepaid === 0n && doc('04', '05', '06', '20').gt(0), '3282');
  const advances = total(sale.advances.map((advance) => D(advance.amount)));
  check(!cents(totals.prepaid).eq(advances), '2509');
}
