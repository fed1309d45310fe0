/** What the document adds up to. */
import type { Cents, PricedSale } from '@rafaga/fiscal';
import { cents } from './xml.js';

/** cac:LegalMonetaryTotal; what is nothing is left out. */
export function monetaryTotal({ sale: { currency }, totals }: PricedSale): string {
  const amount = (tag: string, value: Cents) => `<cbc:${tag} currencyID="${currency}">${cents(value)}</cbc:${tag}>`;
  const present = (tag: string, value: Cents) => (value === 0n ? '' : amount(tag, value));
  return (
    `<cac:LegalMonetaryTotal>${amount('LineExtensionAmount', totals.value)}${amount('TaxInclusiveAmount', totals.withTaxes)}` +
    present('AllowanceTotalAmount', totals.allowances) +
    present('ChargeTotalAmount', totals.charges) +
    present('PrepaidAmount', totals.prepaid) +
    present('PayableRoundingAmount', totals.rounding) +
    `${amount('PayableAmount', totals.payable)}</cac:LegalMonetaryTotal>`
  );
}
