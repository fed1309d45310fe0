/** Settles what one discount or charge amounts to: its amount, or the factor of its base. */
import { allowanceRow } from './catalogues/allowances.js';
import { divide, ONE, part, roundTo, toCents, toScaled } from './money.js';
import type { Cents, PricedAllowance, Scaled } from './priced.js';
import type { Allowance } from './sale.js';

/** The tolerance of nearly every rule of SUNAT about amounts, either way. */
export const TOLERANCE: Cents = 100n;

/** `base` stands in where the caller gave none. */
export function settle(allowance: Allowance, base: Cents): PricedAllowance {
  const own = allowance.base === undefined ? base : toCents(allowance.base);
  const factor = allowance.factor === undefined ? undefined : toScaled(allowance.factor);
  const amount =
    allowance.amount === undefined ? part(own, factor ?? 0n) : toCents(allowance.amount);
  return build(allowance.code, own, amount, factor);
}

/**
 * An allowance by its amounts. A factor shows only where five decimals, all that the XML has, still
 * give the amount (3290, 3307).
 */
export function build(code: string, base: Cents, amount: Cents, factor?: Scaled): PricedAllowance {
  const charge = allowanceRow(code)?.charge ?? false;
  const shown = factor === undefined ? undefined : roundTo(factor, 5);
  const gap = shown === undefined ? 0n : part(base, shown) - amount;
  const agrees = shown !== undefined && shown > 0n && gap <= TOLERANCE && gap >= -TOLERANCE;
  return agrees ? { code, charge, factor: shown, base, amount } : { code, charge, base, amount };
}

/** True when only a factor was given, so that it means a share of whatever the price is. */
export function isShare(allowance: Allowance): allowance is Allowance & { factor: string } {
  return (
    allowance.factor !== undefined && allowance.base === undefined && allowance.amount === undefined
  );
}

/** Sets a price with tax apart from one without, for one rate. */
export interface Taxing {
  gross(net: Cents): Cents;
  net(gross: Cents): Cents;
}

/** `factors`: what multiplies a net amount, as [1.18] or, with an ISC of 10 %, [1.10, 1.18]. */
export function taxing(...rates: Scaled[]): Taxing {
  return {
    gross: (net) => rates.reduce((amount, rate) => part(amount, ONE + rate), net),
    net: (gross) => rates.reduceRight((amount, rate) => divide(amount * ONE, ONE + rate), gross),
  };
}
