/**
 * Makes the sale that a signed document was made from, as far as its XML tells. The XML has the
 * amounts but not whether prices included taxes, nor which discounts came as a share: the sale is
 * the reading that, priced again, gives every amount of the XML.
 */
import type { InvoiceContent } from '@rafaga/engine';
import { type Legend, price, type Sale } from '@rafaga/fiscal';
import { documentFigures, lineFigures, pricedFigures, pricedLineFigures } from './figures.js';
import { allowanceReadings, type LineReading, lineReadings } from './saleReadings.js';

export interface SaleOfXml {
  sale: Sale;
  /** Whether it gives every amount of the XML. */
  exact: boolean;
}

export function saleFromXml(content: InvoiceContent): SaleOfXml {
  const readings = ([true, false] as const)
    .map((pricesIncludeTax) => linesOf(content, pricesIncludeTax))
    .sort((a, b) => a.decimals - b.decimals);
  let nearest: SaleOfXml | undefined;
  for (const reading of readings) {
    const found = fitted(content, reading);
    if (found.exact) return found;
    nearest ??= found;
  }
  return nearest as SaleOfXml;
}

interface LinesReading {
  pricesIncludeTax: boolean;
  lines: LineReading[];
  /** Of all prices, beyond céntimos: a business quotes the prices that have fewer. */
  decimals: number;
}

function linesOf({ lines }: InvoiceContent, pricesIncludeTax: boolean): LinesReading {
  const read = lines.map((line) => lineReadings(line, pricesIncludeTax));
  const decimals = read.reduce((count, [first]) => count + decimalsOf(first.unitPrice), 0);
  return { pricesIncludeTax, lines: read, decimals };
}

const decimalsOf = (price: string): number => price.split('.')[1]?.slice(CENT_PLACES).length ?? 0;

const CENT_PLACES = 2;

/** Chooses the lines first, because the amounts of the document follow from them. */
function fitted(content: InvoiceContent, { pricesIncludeTax, lines }: LinesReading): SaleOfXml {
  const start: Sale = {
    ...fieldsOf(content),
    pricesIncludeTax,
    lines: lines.map(([first]) => first),
  };
  const chosen = fittedLines(content, start, lines);
  let nearest: SaleOfXml | undefined;
  for (const allowances of allowanceReadings(content)) {
    const found = withLegends({ ...chosen, allowances }, content);
    if (found.exact) return found;
    nearest ??= found;
  }
  return nearest as SaleOfXml;
}

/**
 * Tries the readings of each line that misses its amounts. A line takes the rounding residual of
 * those before it, so that the lines are chosen in their order; after one that cannot be met, the
 * others do not matter.
 */
function fittedLines(content: InvoiceContent, start: Sale, lines: readonly LineReading[]): Sale {
  const wanted = content.lines.map(lineFigures);
  const missed = (sale: Sale) =>
    price(sale).lines.findIndex((line, at) => pricedLineFigures(line) !== wanted[at]);
  let sale = start;
  let at = missed(sale);
  while (at >= 0) {
    const next = replaced(sale, at, lines[at] ?? [], missed);
    if (next === undefined) return sale;
    ({ sale, at } = next);
  }
  return sale;
}

/** @returns the sale with a reading of the line that meets its amounts, and the next that misses */
function replaced(
  sale: Sale,
  at: number,
  readings: readonly Sale['lines'][number][],
  missed: (sale: Sale) => number,
): { sale: Sale; at: number } | undefined {
  for (const line of readings.slice(1)) {
    const other = { ...sale, lines: sale.lines.with(at, line) };
    const next = missed(other);
    if (next < 0 || next > at) return { sale: other, at: next };
  }
  return undefined;
}

/** The legends that `price` does not compute are the caller's. */
function withLegends(sale: Sale, content: InvoiceContent): SaleOfXml {
  const computed = new Map(price(sale).legends.map(({ code, text }) => [code, text]));
  const isOwn = ({ code, text }: Legend) => computed.get(code) !== text;
  const whole = { ...sale, legends: content.legends.filter(isOwn) };
  return { sale: whole, exact: pricedFigures(price(whole)) === documentFigures(content) };
}

/** What the XML has as the sale has it. */
function fieldsOf(content: InvoiceContent): Omit<Sale, 'pricesIncludeTax' | 'lines'> {
  const { kind, series, issueDate, operation, currency, payment, client, establishment } = content;
  const { dueDate, instalments, advances, guides, note } = content;
  const { detraction, perception, collaboration } = content;
  return {
    kind,
    series,
    issueDate,
    ...(dueDate !== undefined && { dueDate }),
    operation,
    currency,
    payment,
    instalments,
    establishment,
    client,
    allowances: [],
    advances,
    ...(detraction && { detraction }),
    ...(perception && { perception }),
    guides,
    legends: [],
    ...(note !== undefined && { note }),
    payments: [],
    ...(collaboration && { collaboration }),
  };
}
