/** Writes discounts and charges, of a line and of the whole document. */
import { type Currency, type PricedAllowance, type PricedSale, scaledText } from '@rafaga/fiscal';
import { LIST } from './lists.js';
import { amount, text } from './xml.js';

/**
 * cac:AllowanceCharge of the document; a perception is one of them, always in soles (2792, 2788).
 */
export function documentAllowances({ sale, allowances, perception }: PricedSale): string {
  let xml = '';
  for (const allowance of allowances) xml += allowanceCharge(allowance, sale.currency);
  return perception === undefined
    ? xml
    : xml + allowanceCharge({ ...perception, charge: true }, 'PEN');
}

/** cac:AllowanceCharge. */
export function allowanceCharge(
  { code, charge, factor, amount: own, base }: PricedAllowance,
  currency: Currency,
): string {
  return (
    `<cac:AllowanceCharge><cbc:ChargeIndicator>${charge}</cbc:ChargeIndicator>` +
    `<cbc:AllowanceChargeReasonCode${LIST.allowance}>${text(code)}</cbc:AllowanceChargeReasonCode>` +
    (factor === undefined
      ? ''
      : `<cbc:MultiplierFactorNumeric>${scaledText(factor)}</cbc:MultiplierFactorNumeric>`) +
    amount('Amount', currency, own) +
    amount('BaseAmount', currency, base) +
    '</cac:AllowanceCharge>'
  );
}
