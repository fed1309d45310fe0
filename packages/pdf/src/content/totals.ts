/**
 * The totals of a document: amounts that add up to the payable amount, and apart from them amounts
 * for information.
 */
import { ALLOWANCE, type Cents, type PricedSale, type TaxCode } from '@rafaga/fiscal';
import { money, rate } from '../words.js';
import type { Pair } from './pair.js';
import type { PrintedContent } from './printedContent.js';

const BASE: Partial<Record<TaxCode, string>> = {
  '1000': 'Op. gravadas',
  '1016': 'Op. gravadas con IVAP',
  '9995': 'Op. de exportación',
  '9997': 'Op. exoneradas',
  '9998': 'Op. inafectas',
};
const FREE: TaxCode = '9996';
/** In this order, because each tax is part of the base of the next. */
const TAXES: readonly (readonly [TaxCode, string])[] = [
  ['2000', 'ISC'],
  ['1000', 'IGV'],
  ['1016', 'IVAP'],
  ['7152', 'ICBPER'],
  ['9999', 'Otros tributos'],
];
const CHARGE: Readonly<Record<string, string>> = { '45': 'FISE', '46': 'Recargo al consumo' };

export function totalRows(priced: PricedSale): Pick<PrintedContent, 'apart' | 'totals'> {
  const { sale, totals } = priced;
  const row = (label: string, cents: Cents): Pair => [label, money(cents, sale.currency)];
  const free = totals.subtotals.find(({ tax }) => tax === FREE);
  const apart: Pair[] = [];
  if (free) apart.push(row('Op. gratuitas', free.base));
  for (const { code, charge, amount } of priced.allowances)
    if (ALLOWANCE[code]?.effect === 'base')
      apart.push(row(`${charge ? 'Cargo' : 'Descuento'} global sin IGV`, amount));
  if (totals.discounts > 0n) apart.push(row('Total de descuentos', totals.discounts));
  if (totals.prepaid > 0n) apart.push(row('Anticipos aplicados', totals.prepaid));
  const rows: Pair[] = [];
  for (const { tax, base } of totals.subtotals) if (BASE[tax]) rows.push(row(BASE[tax], base));
  for (const [tax, name] of TAXES) {
    const subtotal = totals.subtotals.find((each) => each.tax === tax);
    if (subtotal) rows.push(row(`${name}${rateOf(priced, tax)}`, subtotal.amount));
  }
  if (totals.allowances > 0n) rows.push(row('Descuentos', -totals.allowances));
  if (totals.charges > 0n) rows.push(row(chargeName(priced), totals.charges));
  if (totals.rounding !== 0n) rows.push(row('Redondeo', totals.rounding));
  return { apart, totals: rows };
}

/** The rate in brackets, if all lines have the same. */
function rateOf({ lines }: PricedSale, tax: TaxCode): string {
  const rates = new Set(lines.flatMap(({ igv }) => (igv.tax === tax ? [igv.percent] : [])));
  const [only] = rates;
  return rates.size === 1 && only !== undefined ? ` (${rate(only)})` : '';
}

/** The name of the charge, if all charges are of one kind. */
function chargeName({ allowances }: PricedSale): string {
  const codes = new Set(
    allowances.flatMap(({ code, charge }) =>
      charge && ALLOWANCE[code]?.effect === 'price' ? [code] : [],
    ),
  );
  const [only] = codes;
  return (codes.size === 1 && only !== undefined && CHARGE[only]) || 'Otros cargos';
}
