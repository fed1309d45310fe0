/** Writes the totals of the document. */
import type { Cents, PricedSale } from '@rafaga/fiscal';
import { amount } from './xml.js';

/** cac:LegalMonetaryTotal; amounts of zero are left out, except the value and the totals. */
export function monetaryTotal({ sale: { currency }, totals }: PricedSale): string {
  const present = (tag: string, value: Cents) => (value === 0n ? '' : amount(tag, currency, value));
  return (
    `<cac:LegalMonetaryTotal>${amount('LineExtensionAmount', currency, totals.value)}` +
    amount('TaxInclusiveAmount', currency, totals.withTaxes) +
    present('AllowanceTotalAmount', totals.allowances) +
    present('ChargeTotalAmount', totals.charges) +
    present('PrepaidAmount', totals.prepaid) +
    present('PayableRoundingAmount', totals.rounding) +
    `${amount('PayableAmount', currency, totals.payable)}</cac:LegalMonetaryTotal>`
  );
}
