/** Renders the totals of a sale with the names of the API. */
import type { TotalsJson } from '@rafaga/fiscal';

/**
 * Amounts are JSON numbers: a double represents 12 integer digits and 2 decimals exactly enough to
 * print them back. Rare taxes are shown only when the sale has them.
 */
export function renderTotals(totals: TotalsJson): Record<string, number> {
  const of = (tax: string) => totals.subtotals.find((subtotal) => subtotal.tax === tax);
  const base = (tax: string) => Number(of(tax)?.base ?? 0);
  return {
    mto_oper_gravadas: base('1000'),
    mto_oper_exoneradas: base('9997'),
    mto_oper_inafectas: base('9998'),
    mto_oper_exportacion: base('9995'),
    mto_oper_gratuitas: base('9996'),
    mto_igv: Number(of('1000')?.amount ?? 0),
    ...rareTaxes(totals),
    total_impuestos: Number(totals.taxes),
    valor_venta: Number(totals.value),
    sub_total: Number(totals.withTaxes),
    sum_otros_descuentos: Number(totals.allowances),
    sum_otros_cargos: Number(totals.charges),
    total_descuentos: Number(totals.discounts),
    total_anticipos: Number(totals.prepaid),
    redondeo: Number(totals.rounding),
    mto_imp_venta: Number(totals.payable),
  };
}

const RARE: readonly (readonly [tax: string, names: { base?: string; amount: string }])[] = [
  ['1016', { base: 'mto_base_ivap', amount: 'mto_ivap' }],
  ['2000', { base: 'mto_base_isc', amount: 'mto_isc' }],
  ['7152', { amount: 'icbper' }],
];

function rareTaxes({ subtotals }: TotalsJson): Record<string, number> {
  const rendered: Record<string, number> = {};
  for (const [tax, names] of RARE) {
    const subtotal = subtotals.find((one) => one.tax === tax);
    if (subtotal === undefined) continue;
    if (names.base !== undefined) rendered[names.base] = Number(subtotal.base);
    rendered[names.amount] = Number(subtotal.amount);
  }
  return rendered;
}
