/**
 * States the rate of lines that were sent without one where the rate of a gift would not be theirs.
 * It is done when a sale is issued: a stored sale is priced as it was then.
 */
import { NRUS, usualPercent } from './affectation.js';
import { affectation } from './catalogues/affectations.js';
import { generalRate } from './catalogues/rates.js';
import { scaledText, toScaled } from './money.js';
import type { Scaled } from './priced.js';
import type { Line, Sale } from './sale.js';

/**
 * A gift gives its rate only when no line that is paid for states one, and neither a rate of zero
 * nor any rate in the New Simplified Regime, whose gifts show the IGV that they would bear.
 */
export function withStatedRates(sale: Sale): Sale {
  const own = ownPercent(sale);
  if (own === usualPercent(sale)) return sale;
  const igvPercent = scaledText(own);
  const takesUsual = (line: Line) =>
    line.igvPercent === undefined &&
    affectation(line.affectation)?.rate === 'igv' &&
    !(sale.operation === NRUS && isGift(line));
  return {
    ...sale,
    lines: sale.lines.map((line) => (takesUsual(line) ? { ...line, igvPercent } : line)),
  };
}

const isGift = (line: Line): boolean => affectation(line.affectation)?.free === true;

function ownPercent(sale: Sale): Scaled {
  let ofGifts: Scaled | undefined;
  for (const line of sale.lines) {
    if (line.igvPercent === undefined || affectation(line.affectation)?.rate !== 'igv') continue;
    const percent = toScaled(line.igvPercent);
    if (!isGift(line)) return percent;
    if (percent > 0n) ofGifts ??= percent;
  }
  if (sale.operation === NRUS) return 0n;
  return ofGifts ?? generalRate(sale.issueDate);
}
