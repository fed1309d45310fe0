/** What the document adds up to. */
import type { Cents, PricedSale } from '@rafaga/fiscal';
import { amount } from './xml.js';

/** cac:LegalMonetaryTotal; what is nothing is left out. */
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
