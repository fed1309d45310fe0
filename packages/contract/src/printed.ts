/** What a till prints and did not send: the amounts of each line, and the total in words. */
import type { PricedLine, PricedSale } from '@rafaga/fiscal';

export interface LineAmounts {
  mto_valor_venta: number;
  igv: number;
  total_impuestos: number;
  total: number;
}

export const lineAmounts = ({ value, igv, taxes, total }: PricedLine): LineAmounts => ({
  mto_valor_venta: amount(value),
  igv: amount(igv.amount),
  total_impuestos: amount(taxes),
  total: amount(total),
});

/** Legend 1000, as the XML and the paper have it. */
export const totalInWords = ({ legends }: PricedSale): string | null =>
  legends.find(({ code }) => code === '1000')?.text ?? null;

/** The division is rounded to the double that JSON prints with these two decimals. */
const amount = (cents: bigint): number => Number(cents) / 100;
