/** Discounts and charges, of a line and of the whole document. */
import type { PricedAllowance, PricedSale } from '@rafaga/fiscal';
import { LIST } from './lists.js';
import { cents, decimal, scaled, text } from './xml.js';

/** cac:AllowanceCharge of the document, a perception among them: always in soles (2792, 2788). */
export function documentAllowances({ sale, allowances }: PricedSale): string {
  let xml = '';
  for (const allowance of allowances) xml += allowanceCharge(allowance, sale.currency);
  if (sale.perception === undefined) return xml;
  const { code, factor, base, amount } = sale.perception;
  return xml + block(true, code, factor, decimal(amount), decimal(base), 'PEN');
}

/** cac:AllowanceCharge. */
export function allowanceCharge({ code, charge, factor, amount, base }: PricedAllowance, currency: string): string {
  return block(charge, code, factor === undefined ? undefined : scaled(factor), cents(amount), cents(base), currency);
}

function block(charge: boolean, code: string, factor: string | undefined, amount: string, base: string, currency: string): string {
  return (
    `<cac:AllowanceCharge><cbc:ChargeIndicator>${charge}</cbc:ChargeIndicator>` +
    `<cbc:AllowanceChargeReasonCode${LIST.allowance}>${text(code)}</cbc:AllowanceChargeReasonCode>` +
    (factor === undefined ? '' : `<cbc:MultiplierFactorNumeric>${factor}</cbc:MultiplierFactorNumeric>`) +
    `<cbc:Amount currencyID="${currency}">${amount}</cbc:Amount><cbc:BaseAmount currencyID="${currency}">${base}</cbc:BaseAmount></cac:AllowanceCharge>`
  );
}
