/** The texts of a printed line: its columns, and its taxes and discounts below them. */
import { ALLOWANCE, type PricedAllowance, type PricedLine, type Sale } from '@rafaga/fiscal';
import { decimal, moneyInText, plain, UNIT } from '../words.js';

export interface PrintedLine {
  quantity: string;
  unit: string;
  code: string;
  description: string;
  /** The unit price with taxes and discounts. */
  price: string;
  total: string;
  details: string[];
}

/** A price has up to ten decimals, of which four are printed. */
const PRICE_PLACES = 4;
const QUANTITY_PLACES = 10;

export function printedLine(
  { line, quantity, unitPrice, total, ...rest }: PricedLine,
  sale: Sale,
): PrintedLine {
  return {
    quantity: decimal(quantity, 0, QUANTITY_PLACES),
    unit: UNIT[line.unit] ?? line.unit,
    code: line.code ?? '',
    description: line.description,
    price: decimal(unitPrice, 2, PRICE_PLACES),
    total: plain(total),
    details: details(rest, sale),
  };
}

type Rest = Omit<PricedLine, 'line' | 'quantity' | 'unitPrice' | 'total'>;

function details({ priceType, igv, isc, icbper, allowances }: Rest, { currency }: Sale): string[] {
  const found: string[] = [];
  if (priceType === '02') found.push('Transferencia gratuita: el precio es su valor referencial');
  else if (igv.tax === '9997') found.push('Exonerado del IGV');
  else if (igv.tax === '9998') found.push('Inafecto al IGV');
  else if (igv.tax === '9995') found.push('Exportación');
  else if (igv.tax === '1016') found.push('Gravado con IVAP');
  for (const allowance of allowances) found.push(adjustment(allowance, currency));
  if (isc) found.push(`Incluye ISC ${moneyInText(isc.amount, currency)}`);
  if (icbper) found.push(`Incluye ICBPER ${moneyInText(icbper.amount, currency)}`);
  return found;
}

/** A discount that reduces the taxable base is an amount without tax, included in the price. */
function adjustment({ code, charge, amount }: PricedAllowance, currency: Sale['currency']): string {
  const word = charge ? 'Cargo' : 'Descuento';
  const untaxed = ALLOWANCE[code]?.effect === 'base' ? ' sin IGV' : '';
  return `${word} incluido ${moneyInText(amount, currency)}${untaxed}`;
}
