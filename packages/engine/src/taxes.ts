/** Writes the taxes of the document and of each line, with one subtotal for each tax. */
import {
  type Currency,
  centsText,
  type PricedLine,
  type PricedSale,
  TAX,
  TAX_CODES,
  type TaxCode,
} from '@rafaga/fiscal';
import { LIST, SCHEME } from './lists.js';
import { text, twoPlaces } from './xml.js';
import type { XmlBuffer } from './xmlBuffer.js';
import { PLACEHOLDER, templatesByCurrency, type XmlTemplate, xmlTemplate } from './xmlTemplate.js';

/** cac:TaxTotal of the document. */
export function writeDocumentTaxes(
  buffer: XmlBuffer,
  { sale: { currency }, totals }: PricedSale,
): void {
  buffer.fill(TOTAL[currency], [centsText(totals.taxes)]);
  for (const { tax, base, amount: own } of totals.subtotals) {
    // plastic bags have no taxable amount: with one, SUNAT requires an affectation (3003, 2371)
    buffer.fill(
      HEADER[tax][currency],
      tax === '7152' ? [centsText(own)] : [centsText(base), centsText(own)],
    );
  }
  buffer.fill(TOTAL_END);
}

/** cac:TaxTotal of a line: ISC, then IGV or the tax in its place, then the tax on bags. */
export function writeLineTaxes(
  buffer: XmlBuffer,
  { line, taxes, isc, igv, icbper }: PricedLine,
  currency: Currency,
): void {
  buffer.fill(TOTAL[currency], [centsText(taxes)]);
  if (isc !== undefined) {
    buffer.fill(SELECTIVE[currency], [
      centsText(isc.base),
      centsText(isc.amount),
      twoPlaces(isc.percent),
      text(isc.system),
    ]);
  }
  buffer.fill(GENERAL[igv.tax][currency], [
    centsText(igv.base),
    centsText(igv.amount),
    twoPlaces(igv.percent),
    text(line.affectation),
  ]);
  if (icbper !== undefined)
    buffer.fill(BAGS[currency], [
      centsText(icbper.amount),
      String(icbper.bags),
      twoPlaces(icbper.perBag),
    ]);
  buffer.fill(TOTAL_END);
}

/** The category of UN/ECE 5305 that the guides give to each tax. */
const CATEGORY: Record<TaxCode, string> = {
  '1000': 'S',
  '1016': 'S',
  '2000': 'S',
  '7152': 'S',
  '9995': 'G',
  '9996': 'Z',
  '9997': 'E',
  '9998': 'O',
  '9999': 'S',
};

function subtotal(tax: TaxCode, amounts: string, details: string): string {
  return (
    `<cac:TaxSubtotal>${amounts}<cac:TaxCategory><cbc:ID${SCHEME.taxCategory}>${CATEGORY[tax]}` +
    `</cbc:ID>${details}` +
    `<cac:TaxScheme><cbc:ID${SCHEME.tax}>${tax}</cbc:ID><cbc:Name>${TAX[tax].name}</cbc:Name>` +
    `<cbc:TaxTypeCode>${TAX[tax].type}</cbc:TaxTypeCode></cac:TaxScheme></cac:TaxCategory>` +
    `</cac:TaxSubtotal>`
  );
}

const amountOf = (tag: string, currency: Currency) =>
  `<cbc:${tag} currencyID="${currency}">${PLACEHOLDER}</cbc:${tag}>`;
const amounts = (currency: Currency) =>
  amountOf('TaxableAmount', currency) + amountOf('TaxAmount', currency);
const PERCENT = `<cbc:Percent>${PLACEHOLDER}</cbc:Percent>`;

const byTax = (make: (tax: TaxCode, currency: Currency) => string) =>
  Object.fromEntries(
    TAX_CODES.map((tax) => [tax, templatesByCurrency((currency) => make(tax, currency))]),
  ) as Record<TaxCode, Record<Currency, XmlTemplate>>;

const HEADER = byTax((tax, currency) =>
  subtotal(tax, tax === '7152' ? amountOf('TaxAmount', currency) : amounts(currency), ''),
);

const TOTAL = templatesByCurrency((currency) => `<cac:TaxTotal>${amountOf('TaxAmount', currency)}`);
const TOTAL_END = xmlTemplate('</cac:TaxTotal>');

/** The IGV or the tax in its place; its code is the affectation of the line. */
const GENERAL = byTax((tax, currency) =>
  subtotal(
    tax,
    amounts(currency),
    `${PERCENT}<cbc:TaxExemptionReasonCode${LIST.affectation}>${PLACEHOLDER}` +
      `</cbc:TaxExemptionReasonCode>`,
  ),
);

const SELECTIVE = templatesByCurrency((currency) =>
  subtotal('2000', amounts(currency), `${PERCENT}<cbc:TierRange>${PLACEHOLDER}</cbc:TierRange>`),
);

/** The tax on plastic bags is an amount for each bag. */
const BAGS = templatesByCurrency((currency) =>
  subtotal(
    '7152',
    `${amountOf('TaxAmount', currency)}<cbc:BaseUnitMeasure unitCode="NIU">${PLACEHOLDER}` +
      `</cbc:BaseUnitMeasure>`,
    amountOf('PerUnitAmount', currency),
  ),
);
