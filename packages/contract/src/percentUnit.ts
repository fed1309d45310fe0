/**
 * A discount's percent, which some callers send as 10 and others as 0.1: which of the two its
 * amount proves.
 */

export interface DiscountAmounts {
  porcentaje?: number | null;
  monto?: number;
  monto_base?: number | null;
}

export type PercentUnit = 'percent' | 'factor' | 'unknown' | 'inconsistent';

/**
 * How to read `porcentaje` of a discount over the whole document. Above 1 it is a percent. At 1 or
 * below, the amount and its base decide, within the céntimo that rounding costs; without a base
 * the unit is unknown, and the amount alone counts.
 */
export function percentUnitOf({ porcentaje, monto, monto_base }: DiscountAmounts): PercentUnit {
  if (porcentaje === undefined || porcentaje === null) return 'unknown';
  if (porcentaje > 1) return 'percent';
  if (porcentaje === 0 || monto === undefined || monto_base === undefined || monto_base === null)
    return 'unknown';
  const asFactor = Math.abs(monto - monto_base * porcentaje);
  const asPercent = Math.abs(monto - (monto_base * porcentaje) / 100);
  if (Math.min(asFactor, asPercent) > 1) return 'inconsistent';
  return asFactor <= asPercent ? 'factor' : 'percent';
}
