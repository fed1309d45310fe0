/** Taxes of the document and of each line, one subtotal a tax. */
import { type Currency, type PricedLine, type PricedSale, TAX, TAX_CODES, type TaxCode } from '@rafaga/fiscal';
import { LIST, SCHEME } from './lists.js';
import { amount, text, twoPlaces, unitAmount } from './xml.js';

/** cac:TaxTotal of the document. */
export function documentTaxes({ sale: { currency }, totals }: PricedSale): string {
  let xml = `<cac:TaxTotal>${amount('TaxAmount', currency, totals.taxes)}`;
  for (const { tax, base, amount: own } of totals.subtotals) {
    // a bag has no taxable amount; with one, SUNAT would ask for its affectation (3003, 2371)
    const taxable = tax === '7152' ? '' : amount('TaxableAmount', currency, base);
    xml += subtotal(taxable + amount('TaxAmount', currency, own), tax, '');
  }
  return `${xml}</cac:TaxTotal>`;
}

/** cac:TaxTotal of a line: selective tax, then IGV or what takes its place, then bags. */
export function lineTaxes(priced: PricedLine, currency: Currency): string {
  return (
    `<cac:TaxTotal>${amount('TaxAmount', currency, priced.taxes)}` +
    `${selective(priced, currency)}${general(priced, currency)}${bags(priced, currency)}</cac:TaxTotal>`
  );
}

function selective({ isc }: PricedLine, currency: Currency): string {
  if (isc === undefined) return '';
  const amounts = amount('TaxableAmount', currency, isc.base) + amount('TaxAmount', currency, isc.amount);
  return subtotal(amounts, '2000', `${percent(isc.percent)}<cbc:TierRange>${text(isc.system)}</cbc:TierRange>`);
}

function general({ line, igv }: PricedLine, currency: Currency): string {
  const amounts = amount('TaxableAmount', currency, igv.base) + amount('TaxAmount', currency, igv.amount);
  const reason = `<cbc:TaxExemptionReasonCode${LIST.affectation}>${text(line.affectation)}</cbc:TaxExemptionReasonCode>`;
  return subtotal(amounts, igv.tax, percent(igv.percent) + reason);
}

/** A tax of so much a bag, not of a share of a price. */
function bags({ icbper }: PricedLine, currency: Currency): string {
  if (icbper === undefined) return '';
  const count = `<cbc:BaseUnitMeasure unitCode="NIU">${icbper.bags}</cbc:BaseUnitMeasure>`;
  return subtotal(amount('TaxAmount', currency, icbper.amount) + count, '7152', unitAmount('PerUnitAmount', currency, icbper.perBag));
}

function subtotal(amounts: string, tax: TaxCode, details: string): string {
  return `<cac:TaxSubtotal>${amounts}<cac:TaxCategory>${FRAME[tax].category}${details}${FRAME[tax].scheme}</cac:TaxCategory></cac:TaxSubtotal>`;
}

const percent = (value: PricedLine['igv']['percent']) => `<cbc:Percent>${twoPlaces(value)}</cbc:Percent>`;

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

const frame = (code: TaxCode) => ({
  category: `<cbc:ID${SCHEME.taxCategory}>${CATEGORY[code]}</cbc:ID>`,
  scheme:
    `<cac:TaxScheme><cbc:ID${SCHEME.tax}>${code}</cbc:ID><cbc:Name>${TAX[code].name}</cbc:Name>` +
    `<cbc:TaxTypeCode>${TAX[code].type}</cbc:TaxTypeCode></cac:TaxScheme>`,
});

/** What of a subtotal is the same in every document. */
const FRAME = Object.fromEntries(TAX_CODES.map((code) => [code, frame(code)])) as Record<TaxCode, ReturnType<typeof frame>>;
