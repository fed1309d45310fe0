/** Computes the amount of one discount or charge, from its amount or from a factor of its base. */
import { allowanceRow } from './catalogues/allowances.js';
import { divide, ONE, part, roundTo, sum, toCents, toScaled } from './money.js';
import type { Cents, PricedAllowance, Scaled } from './priced.js';
import type { Allowance } from './sale.js';

/** The tolerance of most of SUNAT's rules about amounts: S/ 1.00 more or less. */
export const TOLERANCE: Cents = 100n;

export function beyondTolerance(a: Cents, b: Cents): boolean {
  return a - b > TOLERANCE || b - a > TOLERANCE;
}

/**
 * Whether an amount misses the exact product that it should be by more than the tolerance, as SUNAT
 * compares it: rounding the product to the céntimo could hide half of one.
 * @param scale of the product
 */
export function missesProduct(amount: Cents, product: bigint, scale = ONE): boolean {
  const gap = amount * scale - product;
  return (gap < 0n ? -gap : gap) > TOLERANCE * scale;
}

/** @param base used when the caller gave none */
export function priceAllowance(allowance: Allowance, base: Cents): PricedAllowance {
  const own = allowance.base === undefined ? base : toCents(allowance.base);
  const factor = allowance.factor === undefined ? undefined : toScaled(allowance.factor);
  const amount =
    allowance.amount === undefined ? part(own, factor ?? 0n) : toCents(allowance.amount);
  return makeAllowance(allowance.code, own, amount, factor);
}

/** Sets the factor only if five decimals of it give the amount (3290, 3307). */
export function makeAllowance(
  code: string,
  base: Cents,
  amount: Cents,
  factor?: Scaled,
): PricedAllowance {
  const charge = allowanceRow(code)?.charge ?? false;
  const shown = factor === undefined ? undefined : roundTo(factor, 5);
  const agrees = shown !== undefined && shown > 0n && !missesProduct(amount, base * shown);
  return agrees ? { code, charge, factor: shown, base, amount } : { code, charge, base, amount };
}

/** Sums the allowances with one of the codes. */
export function allowanceTotal(
  allowances: readonly PricedAllowance[],
  ...codes: readonly string[]
): Cents {
  return sum(allowances, ({ code, amount }) => (codes.includes(code) ? amount : 0n));
}

/** Whether only a factor was given, which then is a share of the price. */
export function isShare(allowance: Allowance): allowance is Allowance & { factor: string } {
  return (
    allowance.factor !== undefined && allowance.base === undefined && allowance.amount === undefined
  );
}

/** Converts amounts with tax and without tax, for given rates. */
export interface Taxing {
  gross(net: Cents): Cents;
  net(gross: Cents): Cents;
}

/** @param rates applied to a net amount in turn: [0.18], or [0.10, 0.18] with an ISC of 10 % */
export function taxing(...rates: Scaled[]): Taxing {
  return {
    gross: (net) => rates.reduce((amount, rate) => part(amount, ONE + rate), net),
    net: (gross) => rates.reduceRight((amount, rate) => divide(amount * ONE, ONE + rate), gross),
  };
}
