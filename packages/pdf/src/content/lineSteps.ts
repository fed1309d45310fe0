/**
 * The amounts between quantity by shelf price and what a line adds to the sum of the lines, with
 * or without taxes as the business quotes its prices.
 */
import {
  ALLOWANCE,
  type Cents,
  ONE,
  type PricedAllowance,
  type PricedLine,
  part,
  type Sale,
  type Scaled,
  sum,
  times,
  toScaled,
} from '@rafaga/fiscal';
import { decimal, share } from '../words.js';

export interface Step {
  label: string;
  amount: Cents;
}

/** The quoted price and quantity by it; a gift without price shows its reference value. */
export function shelfAmount({ line, quantity, unitPrice, priceType }: PricedLine): {
  price: Scaled;
  amount: Cents;
} {
  const quoted = toScaled(line.unitPrice);
  const price = priceType === '02' && quoted === 0n ? unitPrice : quoted;
  return { price, amount: times(price, quantity) };
}

/** What the line adds to the sum of the lines. */
export const addend = ({ priceType, total, value }: PricedLine, sale: Sale): Cents =>
  sale.pricesIncludeTax ? total : priceType === '02' ? 0n : value;

/** The shelf amount and these add up to the addend of the line. */
export function steps(priced: PricedLine, sale: Sale): Step[] {
  // as most lines
  if (priced.allowances.length === 0 && !priced.icbper && priced.priceType !== '02') return [];
  const shelf = shelfAmount(priced).amount;
  if (priced.priceType === '02')
    return [{ label: 'Transferencia gratuita', amount: -shelf }, ...bagStep(priced, sale)].filter(
      ({ amount }) => amount !== 0n,
    );
  const onPrice = sale.pricesIncludeTax ? priced.allowances.filter(changesPrice) : [];
  const found = [
    ...baseSteps(priced, sale, shelf),
    ...onPrice.map((one) => ({ label: labelOf(one, ', no afecta el IGV'), amount: signed(one) })),
    ...bagStep(priced, sale),
  ];
  return closed(found, addend(priced, sale) - shelf);
}

const changesPrice = ({ code }: PricedAllowance) => ALLOWANCE[code]?.effect === 'price';

const signed = ({ charge, amount }: PricedAllowance): Cents => (charge ? amount : -amount);

/**
 * Discounts and charges on the taxable base, with the line's taxes if its price has them.
 * @param shelf the amount that stands above them
 */
function baseSteps({ allowances, igv, isc }: PricedLine, sale: Sale, shelf: Cents): Step[] {
  const rates = [isc?.system === '01' ? isc.percent / 100n : 0n, igv.percent / 100n];
  const gross = (net: Cents) => rates.reduce((amount, each) => part(amount, ONE + each), net);
  return allowances
    .filter(({ code }) => ALLOWANCE[code]?.effect === 'base')
    .map((one) => {
      const amount = sale.pricesIncludeTax ? gross(signed(one)) : signed(one);
      const agrees = isShareOf(one.factor, amount < 0n ? -amount : amount, shelf);
      return { label: labelOf(agrees ? one : { charge: one.charge }), amount };
    });
}

/** Whether an amount is the share of what is printed above it that its factor says. */
export function isShareOf(factor: Scaled | undefined, amount: Cents, whole: Cents): boolean {
  const gap = factor === undefined ? 0n : part(whole, factor) - amount;
  return gap >= -1n && gap <= 1n;
}

function labelOf(
  { charge, factor }: Pick<PricedAllowance, 'charge' | 'factor'>,
  remark = '',
): string {
  return `${charge ? 'Cargo' : 'Descuento'}${share(factor)}${remark}`;
}

function bagStep({ icbper }: PricedLine, { pricesIncludeTax }: Sale): Step[] {
  if (!icbper || !pricesIncludeTax) return [];
  const { bags, perBag, amount } = icbper;
  return [{ label: `ICBPER ${bags} × ${decimal(perBag, 2, 5)}`, amount }];
}

/** Adds to the first step what rounding left between the steps and their sum. */
function closed(found: readonly Step[], whole: Cents): Step[] {
  const left = whole - sum(found, ({ amount }) => amount);
  return found.map((step, i) => (i === 0 ? { ...step, amount: step.amount + left } : step));
}
