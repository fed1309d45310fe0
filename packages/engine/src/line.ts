/** One line of the sale. */
import { type Currency, type PricedLine, scaledText } from '@rafaga/fiscal';
import { allowanceCharge } from './allowances.js';
import { LIST, unitList } from './lists.js';
import { lineTaxes } from './taxes.js';
import { amount, attribute, text, unitAmount } from './xml.js';

/** cac:InvoiceLine. */
export function invoiceLine(priced: PricedLine, position: number, currency: Currency): string {
  let allowances = '';
  for (const allowance of priced.allowances) allowances += allowanceCharge(allowance, currency);
  return (
    `<cac:InvoiceLine><cbc:ID>${position}</cbc:ID>` +
    `<cbc:InvoicedQuantity${unitList(attribute(priced.line.unit))}>${scaledText(priced.quantity)}</cbc:InvoicedQuantity>` +
    amount('LineExtensionAmount', currency, priced.value) +
    `<cac:PricingReference><cac:AlternativeConditionPrice>${unitAmount('PriceAmount', currency, priced.unitPrice)}` +
    `<cbc:PriceTypeCode${LIST.price}>${priced.priceType}</cbc:PriceTypeCode></cac:AlternativeConditionPrice></cac:PricingReference>` +
    `${allowances}${lineTaxes(priced, currency)}${item(priced)}` +
    `<cac:Price>${unitAmount('PriceAmount', currency, priced.unitValue)}</cac:Price></cac:InvoiceLine>`
  );
}

function item({ line: { description, code, sunatCode } }: PricedLine): string {
  return (
    `<cac:Item><cbc:Description>${text(description)}</cbc:Description>` +
    (code === undefined ? '' : `<cac:SellersItemIdentification><cbc:ID>${text(code)}</cbc:ID></cac:SellersItemIdentification>`) +
    (sunatCode === undefined ? '' : `<cac:CommodityClassification>${classification(sunatCode)}</cac:CommodityClassification>`) +
    '</cac:Item>'
  );
}

const classification = (code: string) => `<cbc:ItemClassificationCode${LIST.product}>${text(code)}</cbc:ItemClassificationCode>`;
