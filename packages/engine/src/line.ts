/** Writes one line of the sale. */
import { type Currency, centsText, type PricedLine, scaledText } from '@rafaga/fiscal';
import { allowanceCharge } from './allowances.js';
import { LIST, unitList } from './lists.js';
import { writeLineTaxes } from './taxes.js';
import { attribute, text, twoPlaces } from './xml.js';
import type { XmlBuffer } from './xmlBuffer.js';
import { PLACEHOLDER, templatesByCurrency, xmlTemplate } from './xmlTemplate.js';

/** cac:InvoiceLine. */
export function writeLine(
  buffer: XmlBuffer,
  priced: PricedLine,
  position: number,
  currency: Currency,
): void {
  const { line, quantity, value, unitPrice, priceType, unitValue } = priced;
  buffer.fill(START[currency], [
    String(position),
    attribute(line.unit),
    scaledText(quantity),
    centsText(value),
    twoPlaces(unitPrice),
    priceType,
  ]);
  for (const allowance of priced.allowances) buffer.write(allowanceCharge(allowance, currency));
  writeLineTaxes(buffer, priced, currency);
  buffer.fill(ITEM);
  buffer.text(line.description);
  buffer.fill(DESCRIBED);
  if (line.code !== undefined) buffer.fill(OWN_CODE, [text(line.code)]);
  if (line.sunatCode !== undefined) buffer.fill(PRODUCT_CODE, [text(line.sunatCode)]);
  buffer.fill(PRICE[currency], [twoPlaces(unitValue)]);
}

const START = templatesByCurrency(
  (currency) =>
    `<cac:InvoiceLine><cbc:ID>${PLACEHOLDER}</cbc:ID><cbc:InvoicedQuantity${unitList(PLACEHOLDER)}>${PLACEHOLDER}</cbc:InvoicedQuantity>` +
    `<cbc:LineExtensionAmount currencyID="${currency}">${PLACEHOLDER}</cbc:LineExtensionAmount><cac:PricingReference><cac:AlternativeConditionPrice>` +
    `<cbc:PriceAmount currencyID="${currency}">${PLACEHOLDER}</cbc:PriceAmount><cbc:PriceTypeCode${LIST.price}>${PLACEHOLDER}</cbc:PriceTypeCode>` +
    '</cac:AlternativeConditionPrice></cac:PricingReference>',
);

const ITEM = xmlTemplate('<cac:Item><cbc:Description>');
const DESCRIBED = xmlTemplate('</cbc:Description>');
/** The seller's own product code. */
const OWN_CODE = xmlTemplate(
  `<cac:SellersItemIdentification><cbc:ID>${PLACEHOLDER}</cbc:ID></cac:SellersItemIdentification>`,
);
/** The product code of SUNAT, from the UNSPSC. */
const PRODUCT_CODE = xmlTemplate(
  `<cac:CommodityClassification><cbc:ItemClassificationCode${LIST.product}>${PLACEHOLDER}</cbc:ItemClassificationCode></cac:CommodityClassification>`,
);

const PRICE = templatesByCurrency(
  (currency) =>
    `</cac:Item><cac:Price><cbc:PriceAmount currencyID="${currency}">${PLACEHOLDER}</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`,
);
