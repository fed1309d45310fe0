/** Computes the ISC of one line, by the three systems of catalogue 08. */
import { missesProduct } from './allowances.js';
import { factorOf } from './catalogues/rates.js';
import { divide, ONE, part, roundTo, toCents, toScaled } from './money.js';
import type { Cents, PricedLine, Scaled } from './priced.js';
import type { Isc } from './sale.js';

/** The rate of system 01 (ad valorem); 0 when the ISC is an amount. */
export function iscRate(isc: Isc | undefined): Scaled {
  return isc?.system === '01' ? factorOf(percentOf(isc)) : 0n;
}

/** Rounded to the five decimals of the XML (rule 3102). */
function percentOf(isc: Isc): Scaled {
  return isc.percent === undefined ? 0n : roundTo(toScaled(isc.percent), 5);
}

/** The amount of systems 02 (fixed) and 03 (retail price), and of 01 without a rate. */
export function iscFixed(isc: Isc | undefined): Cents {
  return isc === undefined || iscRate(isc) > 0n ? 0n : toCents(isc.amount ?? '0');
}

/** The ISC that is included in an IGV base. */
export function iscWithin(base: Cents, isc: Isc | undefined): Cents {
  const rate = iscRate(isc);
  return rate > 0n ? base - divide(base * ONE, ONE + rate) : iscFixed(isc);
}

/** The ISC to add to a value. */
export function iscOn(value: Cents, isc: Isc | undefined): Cents {
  const rate = iscRate(isc);
  return rate > 0n ? part(value, rate) : iscFixed(isc);
}

/** The ISC as in the XML, where base times percent is the amount in every system (rule 3108). */
export function shownIsc(isc: Isc | undefined, value: Cents, amount: Cents): PricedLine['isc'] {
  if (isc === undefined) return undefined;
  const percent = percentOf(isc);
  if (isc.system === '01' && percent > 0n)
    return { system: isc.system, base: value, percent, amount };
  if (isc.system === '03' && percent > 0n)
    return { system: isc.system, base: basedOn(amount, percent), percent, amount };
  const share = value > 0n ? roundTo(divide(amount * 100n * ONE, value), 5) : 0n;
  return { system: isc.system, base: baseOf(value, share, amount), percent: share, amount };
}

/**
 * The base to show: the value, unless five decimals of percent times the value miss the amount by
 * more than the tolerance, as with large amounts.
 */
function baseOf(value: Cents, share: Scaled, amount: Cents): Cents {
  return share > 0n && missesProduct(amount, value * factorOf(share))
    ? basedOn(amount, share)
    : value;
}

/** The base of which the percent is the amount: a céntimo at least, or there is no ISC (3272). */
function basedOn(amount: Cents, percent: Scaled): Cents {
  const base = divide(amount * 100n * ONE, percent);
  return base === 0n && amount > 0n ? 1n : base;
}
