/**
 * Carries the rounding residual from line to line, so that the rounded lines add up to the sum of
 * shelf prices and satisfy the rules that recompute the tax from the sum of the bases (3291, 3279,
 * 4290, 4310).
 */
import { divide, ONE, part } from './money.js';
import type { Cents, Scaled } from './priced.js';

/** Above this base a taxed line must have a tax (rule 3111). */
const MAX_UNTAXED_BASE: Cents = 6n;
/** The largest residual that one line absorbs: half of the tolerance of rules 3271 and 3103. */
const MAX_RESIDUAL: Cents = 50n;

export interface RoundingCarry {
  /** Splits a paid amount into base and tax. */
  split(paid: Cents, rate: Scaled): { base: Cents; tax: Cents };
  /** The tax on a base. */
  tax(base: Cents, rate: Scaled): Cents;
}

/** Create one for each sale: it keeps the running totals of its lines, by rate. */
export function createRoundingCarry(): RoundingCarry {
  const running = new Map<Scaled, { paid: Cents; base: Cents; tax: Cents }>();
  const of = (rate: Scaled) => {
    const found = running.get(rate) ?? { paid: 0n, base: 0n, tax: 0n };
    running.set(rate, found);
    return found;
  };
  return {
    split(paid, rate) {
      if (rate === 0n) return { base: paid, tax: 0n };
      const soFar = of(rate);
      soFar.paid += paid;
      const wanted = limitResidual(
        divide(soFar.paid * ONE, ONE + rate) - soFar.base,
        divide(paid * ONE, ONE + rate),
      );
      const base = lawfulBase(wanted, paid);
      soFar.base += base;
      return { base, tax: paid - base };
    },
    tax(base, rate) {
      if (rate === 0n) return 0n;
      const soFar = of(rate);
      soFar.base += base;
      const tax = lawfulTax(
        limitResidual(part(soFar.base, rate) - soFar.tax, part(base, rate)),
        base,
      );
      soFar.tax += tax;
      return tax;
    },
  };
}

/** The tax of one base alone, for a free line, which is outside the running totals. */
export function taxOn(base: Cents, rate: Scaled): Cents {
  return rate === 0n ? 0n : lawfulTax(part(base, rate), base);
}

function limitResidual(wanted: Cents, own: Cents): Cents {
  if (wanted > own + MAX_RESIDUAL) return own + MAX_RESIDUAL;
  return wanted < own - MAX_RESIDUAL ? own - MAX_RESIDUAL : wanted;
}

/**
 * Bounds a base: it is not zero if anything is paid (3105), and leaves at least a céntimo of tax
 * where rule 3111 requires a tax.
 */
function lawfulBase(wanted: Cents, paid: Cents): Cents {
  if (paid <= 0n) return paid;
  const most = paid > MAX_UNTAXED_BASE ? paid - 1n : paid;
  return wanted > most ? most : wanted < 1n ? 1n : wanted;
}

function lawfulTax(wanted: Cents, base: Cents): Cents {
  return wanted < 1n && base > MAX_UNTAXED_BASE ? 1n : wanted < 0n ? 0n : wanted;
}
