/** One line of the sale. */
import { type Currency, centsText, type PricedLine, scaledText } from '@rafaga/fiscal';
import { allowanceCharge } from './allowances.js';
import { frame, frames, GAP } from './frame.js';
import { LIST, unitList } from './lists.js';
import type { Page } from './page.js';
import { writeLineTaxes } from './taxes.js';
import { attribute, text, twoPlaces } from './xml.js';

/** cac:InvoiceLine. */
export function writeLine(
  page: Page,
  priced: PricedLine,
  position: number,
  currency: Currency,
): void {
  const { line, quantity, value, unitPrice, priceType, unitValue } = priced;
  page.fill(START[currency], [
    String(position),
    attribute(line.unit),
    scaledText(quantity),
    centsText(value),
    twoPlaces(unitPrice),
    priceType,
  ]);
  for (const allowance of priced.allowances) page.write(allowanceCharge(allowance, currency));
  writeLineTaxes(page, priced, currency);
  page.fill(ITEM);
  page.text(line.description);
  page.fill(DESCRIBED);
  if (line.code !== undefined) page.fill(OWN_CODE, [text(line.code)]);
  if (line.sunatCode !== undefined) page.fill(PRODUCT_CODE, [text(line.sunatCode)]);
  page.fill(PRICE[currency], [twoPlaces(unitValue)]);
}

const START = frames(
  (currency) =>
    `<cac:InvoiceLine><cbc:ID>${GAP}</cbc:ID><cbc:InvoicedQuantity${unitList(GAP)}>${GAP}</cbc:InvoicedQuantity>` +
    `<cbc:LineExtensionAmount currencyID="${currency}">${GAP}</cbc:LineExtensionAmount><cac:PricingReference><cac:AlternativeConditionPrice>` +
    `<cbc:PriceAmount currencyID="${currency}">${GAP}</cbc:PriceAmount><cbc:PriceTypeCode${LIST.price}>${GAP}</cbc:PriceTypeCode>` +
    '</cac:AlternativeConditionPrice></cac:PricingReference>',
);

const ITEM = frame('<cac:Item><cbc:Description>');
const DESCRIBED = frame('</cbc:Description>');
/** The seller's own. */
const OWN_CODE = frame(
  `<cac:SellersItemIdentification><cbc:ID>${GAP}</cbc:ID></cac:SellersItemIdentification>`,
);
/** SUNAT's, of the UNSPSC. */
const PRODUCT_CODE = frame(
  `<cac:CommodityClassification><cbc:ItemClassificationCode${LIST.product}>${GAP}</cbc:ItemClassificationCode></cac:CommodityClassification>`,
);

const PRICE = frames(
  (currency) =>
    `</cac:Item><cac:Price><cbc:PriceAmount currencyID="${currency}">${GAP}</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`,
);
