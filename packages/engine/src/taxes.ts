/** Taxes of the document and of each line, one subtotal a tax. */
import {
  type Currency,
  centsText,
  type PricedLine,
  type PricedSale,
  TAX,
  TAX_CODES,
  type TaxCode,
} from '@rafaga/fiscal';
import { type Frame, frame, frames, GAP } from './frame.js';
import { LIST, SCHEME } from './lists.js';
import type { Page } from './page.js';
import { text, twoPlaces } from './xml.js';

/** cac:TaxTotal of the document. */
export function writeDocumentTaxes(page: Page, { sale: { currency }, totals }: PricedSale): void {
  page.fill(TOTAL[currency], [centsText(totals.taxes)]);
  for (const { tax, base, amount: own } of totals.subtotals) {
    // a bag has no taxable amount; with one, SUNAT would ask for its affectation (3003, 2371)
    page.fill(
      HEADER[tax][currency],
      tax === '7152' ? [centsText(own)] : [centsText(base), centsText(own)],
    );
  }
  page.fill(TOTAL_END);
}

/** cac:TaxTotal of a line: selective tax, then IGV or what takes its place, then bags. */
export function writeLineTaxes(
  page: Page,
  { line, taxes, isc, igv, icbper }: PricedLine,
  currency: Currency,
): void {
  page.fill(TOTAL[currency], [centsText(taxes)]);
  if (isc !== undefined) {
    page.fill(SELECTIVE[currency], [
      centsText(isc.base),
      centsText(isc.amount),
      twoPlaces(isc.percent),
      text(isc.system),
    ]);
  }
  page.fill(GENERAL[igv.tax][currency], [
    centsText(igv.base),
    centsText(igv.amount),
    twoPlaces(igv.percent),
    text(line.affectation),
  ]);
  if (icbper !== undefined)
    page.fill(BAGS[currency], [
      centsText(icbper.amount),
      String(icbper.bags),
      twoPlaces(icbper.perBag),
    ]);
  page.fill(TOTAL_END);
}

/** UN/ECE 5305, as the guides give one to each tax. */
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
    `<cac:TaxSubtotal>${amounts}<cac:TaxCategory><cbc:ID${SCHEME.taxCategory}>${CATEGORY[tax]}</cbc:ID>${details}` +
    `<cac:TaxScheme><cbc:ID${SCHEME.tax}>${tax}</cbc:ID><cbc:Name>${TAX[tax].name}</cbc:Name>` +
    `<cbc:TaxTypeCode>${TAX[tax].type}</cbc:TaxTypeCode></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal>`
  );
}

const gap = (tag: string, currency: Currency) =>
  `<cbc:${tag} currencyID="${currency}">${GAP}</cbc:${tag}>`;
const amounts = (currency: Currency) => gap('TaxableAmount', currency) + gap('TaxAmount', currency);
const PERCENT = `<cbc:Percent>${GAP}</cbc:Percent>`;

const byTax = (make: (tax: TaxCode, currency: Currency) => string) =>
  Object.fromEntries(
    TAX_CODES.map((tax) => [tax, frames((currency) => make(tax, currency))]),
  ) as Record<TaxCode, Record<Currency, Frame>>;

const HEADER = byTax((tax, currency) =>
  subtotal(tax, tax === '7152' ? gap('TaxAmount', currency) : amounts(currency), ''),
);

const TOTAL = frames((currency) => `<cac:TaxTotal>${gap('TaxAmount', currency)}`);
const TOTAL_END = frame('</cac:TaxTotal>');

/** The IGV, or what takes its place: its code says how the line stands to it. */
const GENERAL = byTax((tax, currency) =>
  subtotal(
    tax,
    amounts(currency),
    `${PERCENT}<cbc:TaxExemptionReasonCode${LIST.affectation}>${GAP}</cbc:TaxExemptionReasonCode>`,
  ),
);

const SELECTIVE = frames((currency) =>
  subtotal('2000', amounts(currency), `${PERCENT}<cbc:TierRange>${GAP}</cbc:TierRange>`),
);

/** So much a bag, not a share of a price. */
const BAGS = frames((currency) =>
  subtotal(
    '7152',
    `${gap('TaxAmount', currency)}<cbc:BaseUnitMeasure unitCode="NIU">${GAP}</cbc:BaseUnitMeasure>`,
    gap('PerUnitAmount', currency),
  ),
);
