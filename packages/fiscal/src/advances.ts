/** Splits the advances (anticipos) of a sale over the bases that they have already taxed. */
import { allowanceTotal, makeAllowance } from './allowances.js';
import { divide, ONE, part, sum, toCents } from './money.js';
import type { Cents, PricedAllowance, Scaled } from './priced.js';
import type { Sale } from './sale.js';

export interface AdvanceShare {
  /** Codes 04, 05, 06 and 20: as the caller sent them, or computed when it sent none. */
  allowances: PricedAllowance[];
  /** PrepaidAmount, with taxes. */
  prepaid: Cents;
  taxed: Cents;
  /** The IGV of codes 04 and 20. */
  tax: Cents;
  exonerated: Cents;
  unaffected: Cents;
  isc: Cents;
}

/** The amounts from which advances are deducted. */
export interface Deductible {
  rate: Scaled;
  /** The value, the ISC and the IGV of the taxed lines. */
  value: Cents;
  isc: Cents;
  tax: Cents;
  exonerated: Cents;
  unaffected: Cents;
}

export function shareAdvances(
  sale: Sale,
  given: readonly PricedAllowance[],
  left: Deductible,
): AdvanceShare {
  const prepaid = sum(sale.advances, (advance) => toCents(advance.amount));
  if (given.length > 0) return asGiven(given, prepaid, left);
  return prepaid === 0n ? shareOf([], 0n, 0n) : computed(prepaid, left);
}

/** Deducts from taxed lines first, then their ISC, then exonerated and unaffected lines. */
function computed(prepaid: Cents, left: Deductible): AdvanceShare {
  const base = left.value + left.isc;
  const gross = atMost(prepaid, base + left.tax);
  const byRate = gross - atMost(divide(gross * ONE, ONE + left.rate), base);
  // the tax by rate may exceed the remaining tax by a few céntimos
  const tax = atMost(byRate, left.tax);
  const net = gross - tax;
  const taxed = atMost(net, left.value);
  const exonerated = atMost(prepaid - gross, left.exonerated);
  const rest = prepaid - gross - exonerated;
  // an export has no allowance of its own, and rule 3287 requires one with every advance
  const unaffected =
    left.unaffected === 0n && taxed + exonerated === 0n ? rest : atMost(rest, left.unaffected);
  const amounts: [code: string, amount: Cents][] = [
    ['04', taxed],
    ['05', exonerated],
    ['06', unaffected],
    ['20', net - taxed],
  ];
  const allowances = amounts
    .filter(([, amount]) => amount > 0n)
    .map(([code, amount]) => makeAllowance(code, amount, amount, ONE));
  return shareOf(allowances, prepaid, tax);
}

/**
 * Takes the split that the caller sent. Its tax is the amount by which the advances exceed the
 * deducted bases. If that differs from the tax by rate by more than five céntimos, the tax by rate
 * is used instead; it is never more than the remaining tax.
 */
function asGiven(
  given: readonly PricedAllowance[],
  prepaid: Cents,
  left: Deductible,
): AdvanceShare {
  const whole = given.map((one) =>
    one.base === 0n ? makeAllowance(one.code, one.amount, one.amount, ONE) : one,
  );
  const split = shareOf(whole, prepaid, 0n);
  const byRate = part(split.taxed + split.isc, left.rate);
  const beyond = prepaid - split.taxed - split.isc - split.exonerated - split.unaffected;
  const gap = beyond - byRate;
  return { ...split, tax: atMost(gap <= 5n && gap >= -5n ? beyond : byRate, left.tax) };
}

export function shareOf(allowances: PricedAllowance[], prepaid: Cents, tax: Cents): AdvanceShare {
  return {
    allowances,
    prepaid,
    tax,
    taxed: allowanceTotal(allowances, '04'),
    exonerated: allowanceTotal(allowances, '05'),
    unaffected: allowanceTotal(allowances, '06'),
    isc: allowanceTotal(allowances, '20'),
  };
}

function atMost(amount: Cents, limit: Cents): Cents {
  return amount < limit ? amount : limit > 0n ? limit : 0n;
}
