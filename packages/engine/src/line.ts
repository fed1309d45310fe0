/** One line of the sale. */
import { type Currency, centsText, type PricedLine, scaledText } from '@rafaga/fiscal';
import { allowanceCharge } from './allowances.js';
import { filled, frames, GAP } from './frame.js';
import { LIST, unitList } from './lists.js';
import { lineTaxes } from './taxes.js';
import { attribute, text, twoPlaces } from './xml.js';

/** cac:InvoiceLine. */
export function invoiceLine(priced: PricedLine, position: number, currency: Currency): string {
  const { line, quantity, value, unitPrice, priceType, unitValue } = priced;
  let allowances = '';
  for (const allowance of priced.allowances) allowances += allowanceCharge(allowance, currency);
  return (
    filled(START[currency], [
      String(position),
      attribute(line.unit),
      scaledText(quantity),
      centsText(value),
      twoPlaces(unitPrice),
      priceType,
    ]) +
    allowances +
    lineTaxes(priced, currency) +
    filled(END[currency], [text(line.description), codes(priced), twoPlaces(unitValue)])
  );
}

const START = frames(
  (currency) =>
    `<cac:InvoiceLine><cbc:ID>${GAP}</cbc:ID><cbc:InvoicedQuantity${unitList(GAP)}>${GAP}</cbc:InvoicedQuantity>` +
    `<cbc:LineExtensionAmount currencyID="${currency}">${GAP}</cbc:LineExtensionAmount><cac:PricingReference><cac:AlternativeConditionPrice>` +
    `<cbc:PriceAmount currencyID="${currency}">${GAP}</cbc:PriceAmount><cbc:PriceTypeCode${LIST.price}>${GAP}</cbc:PriceTypeCode>` +
    '</cac:AlternativeConditionPrice></cac:PricingReference>',
);

const END = frames(
  (currency) =>
    `<cac:Item><cbc:Description>${GAP}</cbc:Description>${GAP}</cac:Item>` +
    `<cac:Price><cbc:PriceAmount currencyID="${currency}">${GAP}</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`,
);

/** The seller's own code and SUNAT's. */
function codes({ line: { code, sunatCode } }: PricedLine): string {
  return (
    (code === undefined ? '' : `<cac:SellersItemIdentification><cbc:ID>${text(code)}</cbc:ID></cac:SellersItemIdentification>`) +
    (sunatCode === undefined ? '' : `<cac:CommodityClassification>${classification(sunatCode)}</cac:CommodityClassification>`)
  );
}

const classification = (code: string) => `<cbc:ItemClassificationCode${LIST.product}>${text(code)}</cbc:ItemClassificationCode>`;
