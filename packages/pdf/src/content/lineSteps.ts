/**
 * The amounts that lead from quantity times shelf price to what a line adds to the sum of lines,
 * with or without taxes, as the business quotes its prices.
 */
import {
  ALLOWANCE,
  type Cents,
  ONE,
  type PricedAllowance,
  type PricedLine,
  part,
  roundTo,
  type Sale,
  type Scaled,
  sum,
  times,
  toScaled,
} from '@rafaga/fiscal';
import { decimal, PLACES, share } from '../words.js';

export interface Step {
  label: string;
  amount: Cents;
}

/**
 * The quoted price, and quantity times price. A gift shows its reference value without taxes, as
 * the XML does: the tax on a gift is never passed on to the client.
 */
export function shelfAmount({ line, quantity, unitPrice, priceType }: PricedLine): {
  price: Scaled;
  amount: Cents;
} {
  if (priceType === '01') {
    const price = toScaled(line.unitPrice);
    return { price, amount: times(price, quantity) };
  }
  const amount = times(unitPrice, quantity);
  return { price: shortest(unitPrice, quantity, amount), amount };
}

/** Shows no more decimals of a price than its amount needs: a price divided by 1.18 has ten. */
function shortest(price: Scaled, quantity: Scaled, amount: Cents): Scaled {
  for (let places = 2; places < PLACES; places++) {
    const rounded = roundTo(price, places);
    if (times(rounded, quantity) === amount) return rounded;
  }
  return price;
}

/** The amount that the line adds to the sum of lines. */
export const addend = ({ priceType, total, value }: PricedLine, sale: Sale): Cents =>
  sale.pricesIncludeTax ? total : priceType === '02' ? 0n : value;

/** The steps from the shelf amount to the addend of the line. */
export function steps(priced: PricedLine, sale: Sale): Step[] {
  // most lines have no steps
  if (priced.allowances.length === 0 && !priced.icbper && priced.priceType !== '02') return [];
  const shelf = shelfAmount(priced).amount;
  const isGift = priced.priceType === '02';
  const onPrice = sale.pricesIncludeTax ? priced.allowances.filter(changesPrice) : [];
  const found = [
    ...baseSteps(priced, sale.pricesIncludeTax && !isGift, shelf),
    ...onPrice.map((one) => ({ label: labelOf(one, ', no afecta el IGV'), amount: signed(one) })),
    ...(isGift ? [{ label: 'Transferencia gratuita', amount: -priced.value }] : []),
    ...bagStep(priced, sale),
  ];
  return closed(found, addend(priced, sale) - shelf).filter(({ amount }) => amount !== 0n);
}

const changesPrice = ({ code }: PricedAllowance) => ALLOWANCE[code]?.effect === 'price';

const signed = ({ charge, amount }: PricedAllowance): Cents => (charge ? amount : -amount);

/**
 * Discounts and charges on the taxable base.
 * @param taxed whether they are shown with the line's taxes
 * @param shelf the amount that stands above them
 */
function baseSteps({ allowances, igv, isc }: PricedLine, taxed: boolean, shelf: Cents): Step[] {
  const rates = [isc?.system === '01' ? isc.percent / 100n : 0n, igv.percent / 100n];
  const gross = (net: Cents) => rates.reduce((amount, each) => part(amount, ONE + each), net);
  return allowances
    .filter(({ code }) => ALLOWANCE[code]?.effect === 'base')
    .map((one) => {
      const amount = taxed ? gross(signed(one)) : signed(one);
      const agrees = isShareOf(one.factor, amount < 0n ? -amount : amount, shelf);
      return { label: labelOf(agrees ? one : { charge: one.charge }), amount };
    });
}

/** Whether an amount is the share, stated by its factor, of the amount printed above it. */
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

/** Adds the rounding difference between the steps and their sum to the first step. */
function closed(found: readonly Step[], whole: Cents): Step[] {
  const left = whole - sum(found, ({ amount }) => amount);
  return found.map((step, i) => (i === 0 ? { ...step, amount: step.amount + left } : step));
}
