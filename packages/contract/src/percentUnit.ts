/** Decides from the amount of a discount whether its `porcentaje` is a percent or a factor. */

export interface DiscountAmounts {
  porcentaje?: number | null;
  monto?: number;
  monto_base?: number | null;
}

/** Half a unit of the fourth decimal, to which a till rounds a factor: 12.63 % is 0.1263. */
const ROUNDED = 0.00005;

export type PercentUnit = 'percent' | 'factor' | 'unknown' | 'inconsistent';

/**
 * Callers send 10 or 0.1 for ten percent. A value above 1 is a percent. Up to 1, the reading whose
 * product with the base is closer to the amount is taken; without a base the unit is unknown, and
 * only the amount is used.
 */
export function percentUnitOf({ porcentaje, monto, monto_base }: DiscountAmounts): PercentUnit {
  if (porcentaje === undefined || porcentaje === null) return 'unknown';
  if (porcentaje > 1) return 'percent';
  if (porcentaje === 0 || monto === undefined || !monto_base) return 'unknown';
  const asFactor = Math.abs(monto - monto_base * porcentaje);
  const asPercent = Math.abs(monto - (monto_base * porcentaje) / 100);
  if (Math.min(asFactor, asPercent) > Math.max(1, monto_base * ROUNDED)) return 'inconsistent';
  return asFactor <= asPercent ? 'factor' : 'percent';
}
