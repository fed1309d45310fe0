/** Exact amounts as JSON numbers: with 12 whole digits and 2 decimals a double holds each of them. */
import type { Cents, Decimal, Totals } from '@rafaga/fiscal';

export const ofCents = (cents: Cents): number => Number(cents) / 100;

export const ofDecimal = (text: Decimal): number => Number(text);

/** Totals as JSON keeps them: amounts as decimal text. */
export type TotalsText = {
  [Name in keyof Totals]: Totals[Name] extends Cents ? string : { tax: string; base: string; amount: string }[];
};

type Amount = string | Cents;
interface AnyTotals {
  subtotals: readonly { tax: string; base: Amount; amount: Amount }[];
  taxes: Amount;
  value: Amount;
  withTaxes: Amount;
  allowances: Amount;
  charges: Amount;
  prepaid: Amount;
  rounding: Amount;
  payable: Amount;
  discounts: Amount;
}

const numberOf = (amount: Amount): number => (typeof amount === 'bigint' ? ofCents(amount) : Number(amount));

/** The totals under their wire names. Taxes that the sale has not are left out, but for the base and amount of the IGV. */
export function renderTotals(totals: AnyTotals): Record<string, number> {
  const of = (tax: string) => totals.subtotals.find((subtotal) => subtotal.tax === tax);
  const rendered: Record<string, number> = {
    mto_oper_gravadas: numberOf(of('1000')?.base ?? 0n),
    mto_oper_exoneradas: numberOf(of('9997')?.base ?? 0n),
    mto_oper_inafectas: numberOf(of('9998')?.base ?? 0n),
    mto_oper_exportacion: numberOf(of('9995')?.base ?? 0n),
    mto_oper_gratuitas: numberOf(of('9996')?.base ?? 0n),
    mto_igv: numberOf(of('1000')?.amount ?? 0n),
  };
  for (const [tax, base, amount] of RARE) {
    const subtotal = of(tax);
    if (subtotal === undefined) continue;
    if (base !== undefined) rendered[base] = numberOf(subtotal.base);
    rendered[amount] = numberOf(subtotal.amount);
  }
  return {
    ...rendered,
    total_impuestos: numberOf(totals.taxes),
    valor_venta: numberOf(totals.value),
    sub_total: numberOf(totals.withTaxes),
    sum_otros_descuentos: numberOf(totals.allowances),
    sum_otros_cargos: numberOf(totals.charges),
    total_descuentos: numberOf(totals.discounts),
    total_anticipos: numberOf(totals.prepaid),
    redondeo: numberOf(totals.rounding),
    mto_imp_venta: numberOf(totals.payable),
  };
}

const RARE: readonly (readonly [tax: string, base: string | undefined, amount: string])[] = [
  ['1016', 'mto_base_ivap', 'mto_ivap'],
  ['2000', 'mto_base_isc', 'mto_isc'],
  ['7152', undefined, 'icbper'],
];
