/** Taxes of the document and of each line, one subtotal a tax. */
import type { PricedLine, PricedSale, TaxCode } from '@rafaga/fiscal';
import { LIST, SCHEME } from './lists.js';
import { cents, scaled, text } from './xml.js';

/** cac:TaxTotal of the document. */
export function documentTaxes({ sale: { currency }, totals }: PricedSale): string {
  let xml = `<cac:TaxTotal>${amount('TaxAmount', currency, cents(totals.taxes))}`;
  for (const subtotal of totals.subtotals) {
    xml +=
      '<cac:TaxSubtotal>' +
      // a bag has no taxable amount, and with one the affectation would be asked for (3003, 2371)
      (subtotal.tax === '7152' ? '' : amount('TaxableAmount', currency, cents(subtotal.base))) +
      amount('TaxAmount', currency, cents(subtotal.amount)) +
      `<cac:TaxCategory>${TAX[subtotal.tax].category}${TAX[subtotal.tax].scheme}</cac:TaxCategory></cac:TaxSubtotal>`;
  }
  return `${xml}</cac:TaxTotal>`;
}

/** cac:TaxTotal of a line: selective tax, then IGV or what takes its place, then bags. */
export function lineTaxes({ line, isc, igv, icbper, taxes }: PricedLine, currency: string): string {
  return (
    `<cac:TaxTotal>${amount('TaxAmount', currency, cents(taxes))}` +
    (isc === undefined
      ? ''
      : `<cac:TaxSubtotal>${amount('TaxableAmount', currency, cents(isc.base))}${amount('TaxAmount', currency, cents(isc.amount))}` +
        `<cac:TaxCategory>${TAX['2000'].category}<cbc:Percent>${scaled(isc.percent, 2)}</cbc:Percent>` +
        `<cbc:TierRange>${text(isc.system)}</cbc:TierRange>${TAX['2000'].scheme}</cac:TaxCategory></cac:TaxSubtotal>`) +
    `<cac:TaxSubtotal>${amount('TaxableAmount', currency, cents(igv.base))}${amount('TaxAmount', currency, cents(igv.amount))}` +
    `<cac:TaxCategory>${TAX[igv.tax].category}<cbc:Percent>${scaled(igv.percent, 2)}</cbc:Percent>` +
    `<cbc:TaxExemptionReasonCode${LIST.affectation}>${line.affectation}</cbc:TaxExemptionReasonCode>${TAX[igv.tax].scheme}</cac:TaxCategory></cac:TaxSubtotal>` +
    (icbper === undefined
      ? ''
      : `<cac:TaxSubtotal>${amount('TaxAmount', currency, cents(icbper.amount))}<cbc:BaseUnitMeasure unitCode="NIU">${icbper.bags}</cbc:BaseUnitMeasure>` +
        `<cac:TaxCategory>${TAX['7152'].category}${amount('PerUnitAmount', currency, scaled(icbper.perBag, 2))}${TAX['7152'].scheme}</cac:TaxCategory></cac:TaxSubtotal>`) +
    '</cac:TaxTotal>'
  );
}

const amount = (tag: string, currency: string, value: string) => `<cbc:${tag} currencyID="${currency}">${value}</cbc:${tag}>`;

const tax = (code: TaxCode, name: string, international: string, category: string) => ({
  category: `<cbc:ID${SCHEME.taxCategory}>${category}</cbc:ID>`,
  scheme:
    `<cac:TaxScheme><cbc:ID${SCHEME.tax}>${code}</cbc:ID><cbc:Name>${name}</cbc:Name>` +
    `<cbc:TaxTypeCode>${international}</cbc:TaxTypeCode></cac:TaxScheme>`,
});

/** Catalogue 05: name and international code (3051, 2377), with the category of UN/ECE 5305 that the guides give each. */
const TAX: Record<TaxCode, ReturnType<typeof tax>> = {
  '1000': tax('1000', 'IGV', 'VAT', 'S'),
  '1016': tax('1016', 'IVAP', 'VAT', 'S'),
  '2000': tax('2000', 'ISC', 'EXC', 'S'),
  '7152': tax('7152', 'ICBPER', 'OTH', 'S'),
  '9995': tax('9995', 'EXP', 'FRE', 'G'),
  '9996': tax('9996', 'GRA', 'FRE', 'Z'),
  '9997': tax('9997', 'EXO', 'VAT', 'E'),
  '9998': tax('9998', 'INA', 'FRE', 'O'),
  '9999': tax('9999', 'OTROS', 'OTH', 'S'),
};
