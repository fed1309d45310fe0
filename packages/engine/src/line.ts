/** One line of the sale. */
import type { PricedLine } from '@rafaga/fiscal';
import { allowanceCharge } from './allowances.js';
import { LIST, unitList } from './lists.js';
import { lineTaxes } from './taxes.js';
import { attribute, cents, scaled, text } from './xml.js';

/** cac:InvoiceLine. */
export function invoiceLine(priced: PricedLine, position: number, currency: string): string {
  const { line } = priced;
  let xml =
    `<cac:InvoiceLine><cbc:ID>${position}</cbc:ID><cbc:InvoicedQuantity${unitList(attribute(line.unit))}>${scaled(priced.quantity)}</cbc:InvoicedQuantity>` +
    `<cbc:LineExtensionAmount currencyID="${currency}">${cents(priced.value)}</cbc:LineExtensionAmount><cac:PricingReference><cac:AlternativeConditionPrice>` +
    `<cbc:PriceAmount currencyID="${currency}">${scaled(priced.unitPrice, 2)}</cbc:PriceAmount>` +
    `<cbc:PriceTypeCode${LIST.price}>${priced.priceType}</cbc:PriceTypeCode></cac:AlternativeConditionPrice></cac:PricingReference>`;
  for (const allowance of priced.allowances) xml += allowanceCharge(allowance, currency);
  return (
    `${xml + lineTaxes(priced, currency)}<cac:Item><cbc:Description>${text(line.description)}</cbc:Description>` +
    (line.code === undefined ? '' : `<cac:SellersItemIdentification><cbc:ID>${text(line.code)}</cbc:ID></cac:SellersItemIdentification>`) +
    (line.sunatCode === undefined
      ? ''
      : `<cac:CommodityClassification><cbc:ItemClassificationCode${LIST.product}>${text(line.sunatCode)}</cbc:ItemClassificationCode></cac:CommodityClassification>`) +
    `</cac:Item><cac:Price><cbc:PriceAmount currencyID="${currency}">${scaled(priced.unitValue, 2)}</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`
  );
}
