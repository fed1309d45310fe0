/** Finds the amounts that the discounts and charges of a priced sale may be a share of. */
import { priceAllowance, taxing } from '../allowances.js';
import { allowanceRow } from '../catalogues/allowances.js';
import { factorOf } from '../catalogues/rates.js';
import { isIgvOrIvap } from '../catalogues/taxes.js';
import { iscFixed, iscRate } from '../isc.js';
import { ONE, sum, times, toCents, toScaled } from '../money.js';
import type { Cents, PricedLine, PricedSale } from '../priced.js';
import type { Allowance } from '../sale.js';
import type { Bases } from './agreement.js';

/** To be called for the allowances in their order: each may refer to what the earlier ones left. */
export type FindBases = (allowance: Allowance) => Bases;

/** An amount without and with tax. */
interface Amounts {
  net: Cents;
  gross: Cents;
}

/** Codes whose base is not, or not only, in the sale. */
const OWN_BASE = ['45', '62', '63'];

export function lineBases(priced: PricedLine, pricesIncludeTax: boolean): FindBases {
  const tax = taxing(iscRate(priced.line.isc), factorOf(priced.igv.percent));
  const free = priced.priceType === '02';
  const net = times(free ? priced.unitPrice : priced.unitValue, priced.quantity);
  const gross =
    pricesIncludeTax && !free
      ? times(toScaled(priced.line.unitPrice), priced.quantity)
      : tax.gross(net + iscFixed(priced.line.isc));
  return findIn([{ net, gross }], tax.gross, slackOf([priced]));
}

export function documentBases({ sale, lines, totals }: PricedSale): FindBases {
  const paid = lines.filter(({ priceType }) => priceType === '01');
  const taxed = paid.filter(({ igv }) => isIgvOrIvap(igv.tax));
  const wholes = [
    {
      net: sum(taxed, ({ value }) => value),
      gross: sum(taxed, ({ igv }) => igv.base + igv.amount),
    },
    { net: sum(paid, ({ value }) => value), gross: sum(lines, ({ total }) => total) },
  ].filter(({ gross }) => gross > 0n);
  const tax = taxing(factorOf(taxed[0]?.igv.percent ?? 0n));
  const slack = slackOf(paid);
  const inSale = findIn(wholes, tax.gross, slack);
  const advances = [totals.prepaid, ...sale.advances.map(({ amount }) => toCents(amount))];
  return (allowance) => {
    const bases = inSale(allowance);
    const effect = allowanceRow(allowance.code)?.effect;
    if (effect === 'aside') return loose([totals.payable, totals.payable + totals.prepaid], slack);
    if (effect !== 'advance') return bases;
    const amount = allowance.amount === undefined ? [] : [toCents(allowance.amount)];
    const sums = wholes.flatMap(({ net, gross }) => [net, gross]);
    return loose([...amount, ...advances, ...sums], slack);
  };
}

/** A céntimo for each unit, whose price a till may cut off, and one for each line. */
const slackOf = (lines: readonly PricedLine[]): Cents =>
  1n + sum(lines, ({ quantity }) => 1n + quantity / ONE);

const loose = (own: Cents[], slack: Cents): Bases => ({ own, gross: [], binding: false, slack });

function findIn(
  wholes: readonly Amounts[],
  grossOf: (net: Cents) => Cents,
  slack: Cents,
): FindBases {
  let left = wholes;
  return (allowance) => {
    const row = allowanceRow(allowance.code);
    const amounts = [...wholes, ...left];
    const nets = amounts.map(({ net }) => net);
    const grosses = amounts.map(({ gross }) => gross);
    const onBase = row?.effect === 'base';
    // in a sale of gifts nothing is paid
    const own = amounts.length === 0 ? [0n] : onBase ? nets : [...grosses.toReversed(), ...nets];
    left = left.map((one) => after(one, allowance, own[0] ?? 0n, grossOf));
    return {
      own,
      gross: onBase ? grosses : [],
      binding: !OWN_BASE.includes(allowance.code),
      slack,
    };
  };
}

function after(
  { net, gross }: Amounts,
  allowance: Allowance,
  base: Cents,
  grossOf: (net: Cents) => Cents,
): Amounts {
  const row = allowanceRow(allowance.code);
  const { amount } = priceAllowance(allowance, base);
  const change = row?.charge ? amount : -amount;
  return row?.effect === 'base'
    ? { net: net + change, gross: gross + grossOf(change) }
    : { net, gross: gross + change };
}
