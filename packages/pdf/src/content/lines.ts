/**
 * The texts of a printed line: quantity by shelf price, then a row for each amount that changes it,
 * so that the amounts of all lines add up to the first row of the totals.
 */
import type { PricedLine, Sale } from '@rafaga/fiscal';
import { decimal, PLACES, plain, UNIT } from '../words.js';
import { shelfAmount, steps } from './lineSteps.js';
import type { Pair } from './pair.js';

export interface PrintedLine {
  quantity: string;
  unit: string;
  code: string;
  description: string;
  /** The unit price that the business quotes, before discounts. */
  price: string;
  /** Quantity by price. */
  total: string;
  /** Discounts, charges and gifts, with the amounts that they add to the line. */
  steps: Pair[];
  details: string[];
}

export function printedLine(priced: PricedLine, sale: Sale): PrintedLine {
  const { line, quantity } = priced;
  const shelf = shelfAmount(priced);
  return {
    quantity: decimal(quantity, 0, PLACES),
    unit: UNIT[line.unit] ?? line.unit,
    code: line.code ?? '',
    description: line.description,
    price: decimal(shelf.price, 2, PLACES),
    total: plain(shelf.amount),
    steps: steps(priced, sale).map(({ label, amount }): Pair => [label, plain(amount)]),
    details: details(priced, sale),
  };
}

function details({ priceType, igv, isc, icbper, allowances }: PricedLine, sale: Sale): string[] {
  const found: string[] = [];
  if (priceType === '01' && EXEMPT[igv.tax]) found.push(EXEMPT[igv.tax] as string);
  if (priceType === '02') {
    if (sale.pricesIncludeTax && igv.percent > 0n) found.push('Valor referencial sin impuestos');
  } else if (isc) found.push(sale.pricesIncludeTax ? 'Incluye ISC' : 'Se le suma ISC');
  if (icbper && !sale.pricesIncludeTax) found.push('Se le suma ICBPER');
  if (!sale.pricesIncludeTax && allowances.some(({ code }) => code === '01'))
    found.push('Tiene un descuento que se resta del total');
  if (!sale.pricesIncludeTax && allowances.some(({ code }) => code === '48'))
    found.push('Tiene un cargo que se suma al total');
  return found;
}

const EXEMPT: Readonly<Record<string, string>> = {
  '9997': 'Exonerado del IGV',
  '9998': 'Inafecto al IGV',
  '9995': 'Exportación',
  '1016': 'Gravado con IVAP',
};
