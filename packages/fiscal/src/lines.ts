/**
 * Prices every line: its value, its taxes, and the unit prices that SUNAT recomputes (rules
 * 3270–3272, 3103, 3108, 3236).
 */
import { type IgvTreatment, igvTreatment, usualPercent } from './affectation.js';
import { type Taxing, taxing } from './allowances.js';
import { allowanceRow } from './catalogues/allowances.js';
import { bagTax } from './catalogues/icbper.js';
import { iscFixed, iscOn, iscRate, iscWithin, shownIsc } from './isc.js';
import { adjustLine, type LineAdjustments } from './lineAllowances.js';
import { CENT, divide, ONE, roundTo, times, toCents, toScaled } from './money.js';
import type { Cents, PricedLine, Scaled } from './priced.js';
import { createRoundingCarry, type RoundingCarry, taxOn } from './roundingCarry.js';
import type { Line, Sale } from './sale.js';

export function priceLines(sale: Sale): PricedLine[] {
  const carry = createRoundingCarry();
  const usual = usualPercent(sale);
  return sale.lines.map((line) => {
    const own = igvTreatment(line, sale, usual);
    return own.free ? freeLine(line, sale, own) : paidLine(line, sale, own, carry);
  });
}

function paidLine(line: Line, sale: Sale, own: IgvTreatment, carry: RoundingCarry): PricedLine {
  const quantity = toScaled(line.quantity);
  const price = toScaled(line.unitPrice);
  const worth = times(price, quantity);
  const moves = movesOf(worth, line, sale, own);
  const amounts = sale.pricesIncludeTax
    ? fromPaid(worth + moves.gross, line, own, carry)
    : fromValue(worth + moves.net, line, own, carry);
  const icbper = bags(line, sale, quantity);
  const taxes = amounts.igv + amounts.isc + (icbper?.amount ?? 0n);
  const total = amounts.value + taxes + moves.price;
  const shelf = unitPrices(price, quantity, line, sale, own);
  return {
    line,
    quantity,
    unitValue: shelf.value,
    unitPrice: consistentUnitPrice(shelf.price, quantity, total, moves),
    priceType: '01',
    value: amounts.value,
    igv: { tax: own.tax, base: amounts.base, percent: own.percent, amount: amounts.igv },
    isc: shownIsc(line.isc, amounts.value, amounts.isc),
    icbper,
    allowances: moves.priced,
    taxes,
    total,
  };
}

/**
 * Prices a gift: shows its reference value, as sent or else computed from its price, and its tax,
 * and charges only the tax on bags.
 */
function freeLine(line: Line, sale: Sale, own: IgvTreatment): PricedLine {
  const quantity = toScaled(line.quantity);
  const given = toScaled(line.unitValue ?? '0');
  const reference =
    given > 0n ? given : unitPrices(toScaled(line.unitPrice), quantity, line, sale, own).value;
  const tax = taxing(iscRate(line.isc), own.rate);
  const worth = times(reference, quantity);
  // only discounts and charges on the base apply to a gift
  const allowances = line.allowances.filter(({ code }) => allowanceRow(code)?.effect === 'base');
  const moves = adjustLine(
    { ...line, allowances },
    { net: worth, gross: tax.gross(worth) },
    tax,
    false,
  );
  const value = worth + moves.net;
  const isc = iscOn(value, line.isc);
  const base = value + isc;
  const icbper = bags(line, sale, quantity);
  return {
    line,
    quantity,
    unitValue: 0n,
    unitPrice: reference,
    priceType: '02',
    value,
    igv: { tax: own.tax, base, percent: own.percent, amount: taxOn(base, own.rate) },
    isc: shownIsc(line.isc, value, isc),
    icbper,
    allowances: moves.priced,
    taxes: isc + (icbper?.amount ?? 0n),
    total: icbper?.amount ?? 0n,
  };
}

function fromPaid(paid: Cents, line: Line, own: IgvTreatment, carry: RoundingCarry) {
  const { base, tax } = carry.split(paid, own.rate);
  const isc = iscWithin(base, line.isc);
  return { value: base - isc, isc, base, igv: tax };
}

function fromValue(value: Cents, line: Line, own: IgvTreatment, carry: RoundingCarry) {
  const isc = iscOn(value, line.isc);
  return { value, isc, base: value + isc, igv: carry.tax(value + isc, own.rate) };
}

/** @param worth quantity times price */
function movesOf(worth: Cents, line: Line, sale: Sale, own: IgvTreatment): LineAdjustments {
  if (line.allowances.length === 0) return { priced: [], net: 0n, gross: 0n, price: 0n };
  const tax = taxing(iscRate(line.isc), own.rate);
  return adjustLine(line, shelfOf(worth, sale, line, tax), tax, sale.pricesIncludeTax);
}

/** Quantity times price, without and with tax. */
function shelfOf(shelf: Cents, sale: Sale, line: Line, tax: Taxing): { net: Cents; gross: Cents } {
  if (!sale.pricesIncludeTax) return { net: shelf, gross: tax.gross(shelf + iscFixed(line.isc)) };
  return { net: tax.net(shelf) - iscFixed(line.isc), gross: shelf };
}

/** The price of one unit, without and with tax. */
export function unitPrices(
  price: Scaled,
  quantity: Scaled,
  line: Pick<Line, 'isc'>,
  sale: Pick<Sale, 'pricesIncludeTax'>,
  own: Pick<IgvTreatment, 'rate'>,
): { value: Scaled; price: Scaled } {
  const rate = iscRate(line.isc);
  const fixed = iscFixed(line.isc);
  const each = fixed === 0n || quantity === 0n ? 0n : divide(fixed * CENT * ONE, quantity);
  if (!sale.pricesIncludeTax)
    return {
      value: price,
      price: divide(divide((price + each) * (ONE + rate), ONE) * (ONE + own.rate), ONE),
    };
  const untaxed = divide(price * ONE, ONE + own.rate);
  return { value: (rate === 0n ? untaxed : divide(untaxed * ONE, ONE + rate)) - each, price };
}

/**
 * The caller's unit price if it gives the line's total; otherwise the total divided by the quantity
 * (rule 3270).
 */
function consistentUnitPrice(
  price: Scaled,
  quantity: Scaled,
  total: Cents,
  moves: LineAdjustments,
): Scaled {
  if (quantity === 0n) return price;
  const gap = times(price, quantity) - total;
  const plain = moves.priced.length === 0 && gap <= 2n && gap >= -2n;
  // below a tenth of a unit, rounding can exceed the rule's tolerance of 1.00
  return plain && quantity >= ONE / 10n ? price : divide(total * CENT * ONE, quantity);
}

/** One bag for each unit (rule 3236), at the tax of the year unless the caller sends another. */
function bags(line: Line, sale: Sale, quantity: Scaled): PricedLine['icbper'] {
  if (line.icbper === undefined) return undefined;
  const perBag = perBagOf(line.icbper, sale, quantity);
  return { bags: quantity / ONE, perBag, amount: times(perBag, quantity) };
}

function perBagOf(given: NonNullable<Line['icbper']>, sale: Sale, quantity: Scaled): Scaled {
  if (given.perBag !== undefined) return toScaled(given.perBag);
  if (sale.currency === 'PEN') return bagTax(sale.issueDate);
  if (given.amount === undefined || quantity === 0n) return 0n; // `check` reports it
  return roundTo(divide(toCents(given.amount) * CENT * ONE, quantity), 5);
}
