/**
 * Finds the factors of a discount or charge that came as a share with more than the five decimals
 * that the XML shows.
 */
import type { InvoiceAllowance } from '@rafaga/engine';
import {
  type Cents,
  type Decimal,
  ONE,
  type Scaled,
  scaledText,
  toCents,
  toScaled,
} from '@rafaga/fiscal';

/** Of a price beyond S/ 20,000.00 not every factor is tried. */
const MOST = 20;

/**
 * @param gross what the factor is a share of, with its taxes
 * @param ofBoth whether the share of the base is rounded too, or follows from that of `gross`
 * @returns a factor for each share of `gross` that the shown factor allows
 */
export function longFactors(
  { factor = '0', base, amount }: InvoiceAllowance,
  gross: Cents,
  ofBoth: boolean,
): Decimal[] {
  const whole = toCents(base);
  if (whole <= 0n || gross <= 0n) return [];
  const shown = { from: toScaled(factor) - HALF_SHOWN, to: toScaled(factor) + HALF_SHOWN };
  const limits = ofBoth ? common(shown, rangeOf(toCents(amount), whole)) : shown;
  const found: Decimal[] = [];
  let share = (gross * limits.from) / ONE;
  for (; share <= (gross * limits.to) / ONE + 1n && found.length < MOST; share += 1n) {
    const { from, to } = common(limits, rangeOf(share, gross));
    if (from < to) found.push(scaledText((from + to) / 2n));
  }
  return found;
}

/** Half of the last decimal that the XML shows. */
const HALF_SHOWN: Scaled = ONE / 200_000n;

interface Range {
  from: Scaled;
  to: Scaled;
}

/** The factors that make this share of an amount. */
const rangeOf = (share: Cents, whole: Cents): Range => ({
  from: ((2n * share - 1n) * ONE) / (2n * whole) + 1n,
  to: ((2n * share + 1n) * ONE) / (2n * whole),
});

/** The factors in both. */
function common(a: Range, b: Range): Range {
  const [, from] = ordered(a.from, b.from);
  const [to] = ordered(a.to, b.to);
  return { from, to };
}

const ordered = (a: Scaled, b: Scaled): [least: Scaled, most: Scaled] => (a < b ? [a, b] : [b, a]);
