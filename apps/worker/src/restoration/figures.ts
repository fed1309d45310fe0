/** The amounts of a signed document and of a priced sale, as texts that are equal when they are. */
import type { InvoiceAllowance, InvoiceContent, InvoiceLine } from '@rafaga/engine';
import {
  centsText,
  type PricedAllowance,
  type PricedLine,
  type PricedSale,
  scaledText,
  toScaled,
  totalsJson,
} from '@rafaga/fiscal';

/** Every amount of a line of the XML. */
export function lineFigures(line: InvoiceLine): string {
  const { unitPrice, priceType, unitValue, value, taxes, igv, isc, icbper } = line;
  return JSON.stringify([
    [exact(unitPrice), priceType, exact(unitValue), value, taxes],
    [igv.tax, igv.base, exact(igv.percent), igv.amount],
    isc && [isc.system, isc.base, exact(isc.percent), isc.amount],
    icbper && [exact(icbper.perBag), icbper.amount],
    line.allowances.map(allowanceFigures),
  ]);
}

/** The same of a priced line. */
export function pricedLineFigures(line: PricedLine): string {
  const { unitPrice, priceType, unitValue, value, taxes, igv, isc, icbper } = line;
  return JSON.stringify([
    [scaledText(unitPrice), priceType, scaledText(unitValue), centsText(value), centsText(taxes)],
    [igv.tax, ...taxFigures(igv)],
    isc && [isc.system, ...taxFigures(isc)],
    icbper && [scaledText(icbper.perBag), centsText(icbper.amount)],
    line.allowances.map(pricedAllowanceFigures),
  ]);
}

/** Every amount of the XML, and its legends. */
export function documentFigures(content: InvoiceContent): string {
  const { totals, lines, allowances, perception, legends } = content;
  return JSON.stringify([
    totalFigures(totals),
    lines.map(lineFigures),
    allowances.map(allowanceFigures),
    perception?.total,
    legends.map(({ code, text }) => [code, text]),
  ]);
}

/** The same of a priced sale. */
export function pricedFigures({
  totals,
  lines,
  allowances,
  perception,
  legends,
}: PricedSale): string {
  return JSON.stringify([
    totalFigures(totalsJson(totals)),
    lines.map(pricedLineFigures),
    allowances.map(pricedAllowanceFigures),
    perception && centsText(perception.total),
    legends.map(({ code, text }) => [code, text]),
  ]);
}

const exact = (text: string): string => scaledText(toScaled(text));

const taxFigures = ({ base, percent, amount }: Omit<PricedLine['igv'], 'tax'>): string[] => [
  centsText(base),
  scaledText(percent),
  centsText(amount),
];

const allowanceFigures = ({ code, factor, base, amount }: InvoiceAllowance): unknown[] => [
  code,
  factor,
  base,
  amount,
];

const pricedAllowanceFigures = ({ code, factor, base, amount }: PricedAllowance): unknown[] => [
  code,
  factor === undefined ? undefined : scaledText(factor),
  centsText(base),
  centsText(amount),
];

/** Without the sum of all discounts, which no XML has. */
const totalFigures = (totals: InvoiceContent['totals']): unknown[] => [
  totals.subtotals.map(({ tax, base, amount }) => [tax, base, amount]),
  [totals.taxes, totals.value, totals.withTaxes, totals.payable],
  [totals.allowances, totals.charges, totals.prepaid, totals.rounding],
];
