/**
 * The ways to read a line, and the discounts and charges of a document, from amounts that a signed
 * document has; the most usual way comes first.
 */
import type { InvoiceAllowance, InvoiceContent, InvoiceLine } from '@rafaga/engine';
import {
  AFFECTATION,
  ALLOWANCE,
  type Allowance,
  type Decimal,
  type Isc,
  isIgvOrIvap,
  type Line,
  scaledText,
  shelfPrice,
  sum,
  type TaxCode,
  times,
  toCents,
  toScaled,
} from '@rafaga/fiscal';
import { longFactors } from './longFactors.js';

/** At least one. */
export type LineReading = [Line, ...Line[]];

/** More shares than these are read together: all of them as shares, or none. */
const MOST_SHARES = 4;
const FREE = '02';

export function lineReadings(line: InvoiceLine, pricesIncludeTax: boolean): LineReading {
  const readings = iscReadings(line.isc).flatMap((isc) => {
    const whole = { ...lineOf(line), ...(isc && { isc }) };
    const priced = { ...whole, ...pricesOf(line, whole, pricesIncludeTax) };
    const worth = times(toScaled(priced.unitPrice), toScaled(priced.quantity));
    const long = (one: InvoiceAllowance) =>
      pricesIncludeTax ? longFactors(one, worth, false) : [];
    return sharesOrAmounts(line.allowances, long).map((allowances) => ({ ...priced, allowances }));
  });
  return readings as LineReading;
}

/**
 * Those that deduct an advance are computed when the caller sends none: they are left out first.
 */
export function* allowanceReadings({ allowances, lines }: InvoiceContent): Generator<Allowance[]> {
  const taxes = sum(lines, ({ igv }) => (isTaxed(igv.tax) ? toCents(igv.amount) : 0n));
  const long = (one: InvoiceAllowance) => longFactors(one, toCents(one.base) + taxes, true);
  const isOwn = ({ code }: InvoiceAllowance) => ALLOWANCE[code]?.effect !== 'advance';
  const own = allowances.filter(isOwn);
  yield* sharesOrAmounts(own, long);
  if (own.length < allowances.length) yield* sharesOrAmounts(allowances, long);
}

function lineOf(line: InvoiceLine): Omit<Line, 'unitPrice' | 'allowances'> {
  const { code, sunatCode, description, unit, affectation, igv, icbper } = line;
  return {
    ...(code !== undefined && { code }),
    ...(sunatCode !== undefined && { sunatCode }),
    description,
    unit,
    quantity: line.quantity,
    affectation,
    ...(hasRate(affectation) && { igvPercent: scaledText(toScaled(igv.percent)) }),
    ...(icbper && { icbper: { perBag: icbper.perBag } }),
  };
}

const rowOf = (code: string) => AFFECTATION[code as keyof typeof AFFECTATION];
const hasRate = (code: string): boolean => rowOf(code)?.rate === 'igv';

/** A gift has its reference value in place of a price; some are gifts only at a price of zero. */
function pricesOf(
  { priceType, affectation, unitPrice, unitValue, igv }: InvoiceLine,
  line: Pick<Line, 'isc' | 'quantity'>,
  pricesIncludeTax: boolean,
): Pick<Line, 'unitPrice' | 'unitValue'> {
  const free = priceType === FREE;
  const value = toScaled(free ? unitPrice : unitValue);
  const shelf = scaledText(pricesIncludeTax ? shelfPrice(value, line, igv.percent) : value);
  if (!free) return { unitPrice: shelf };
  const atZero = rowOf(affectation)?.free === 'if zero';
  return { unitPrice: atZero ? '0' : shelf, unitValue: scaledText(value) };
}

/** With the rate of a system that has one, or with the amount alone. */
function iscReadings(isc: InvoiceLine['isc']): (Isc | undefined)[] {
  if (isc === undefined) return [undefined];
  const { system, amount } = isc;
  const percent = scaledText(toScaled(isc.percent));
  const fixed = { system, amount };
  if (system === '01') return [{ system, percent }, fixed];
  return system === '03' ? [{ ...fixed, percent }, fixed] : [fixed];
}

/**
 * A discount or charge on the taxable base that came as a share of a price is rounded with its tax;
 * its XML has the same factor, base and amount as one that came with an amount.
 * @param long more factors for the only share
 */
function sharesOrAmounts(
  allowances: readonly InvoiceAllowance[],
  long: (share: InvoiceAllowance) => Decimal[],
): Allowance[][] {
  const shares = allowances.filter(isPossibleShare);
  const patterns = shares.length > MOST_SHARES ? [0, -1] : range(2 ** shares.length);
  const usual = patterns.map((pattern) =>
    allowances.map((one): Allowance => {
      const { code, factor } = one;
      const at = shares.indexOf(one);
      return at < 0 || factor === undefined || (pattern >> at) & 1 ? one : { code, factor };
    }),
  );
  const [only, ...others] = shares;
  if (only === undefined || others.length > 0) return usual;
  const { code } = only;
  const longer = long(only).map((factor) =>
    allowances.map((one): Allowance => (one === only ? { code, factor } : one)),
  );
  return [...usual, ...longer];
}

const isTaxed = (tax: string): boolean => isIgvOrIvap(tax as TaxCode);
const range = (length: number): number[] => Array.from({ length }, (_, at) => at);

const isPossibleShare = ({ code, factor }: InvoiceAllowance): boolean =>
  factor !== undefined && ALLOWANCE[code]?.effect === 'base';
