/**
 * Reads the content of a signed document from its XML, to rebuild rows that a restored database
 * lacks.
 */
import { type Client, CURRENCIES, type Currency, type Issuer, type Kind } from '@rafaga/fiscal';
import { type InvoiceLine, lineOf } from './readInvoiceLine.js';
import { type InvoiceTerms, termsOf } from './readInvoiceTerms.js';
import type { XmlElement } from './xmlNodes.js';
import { all, attribute, given, missing, one, optional, required } from './xmlPath.js';
import { xmlTree } from './xmlTree.js';

export interface InvoiceContent extends InvoiceTerms {
  kind: Kind;
  series: string;
  number: number;
  issueDate: string;
  /** HH:MM:SS, in Lima. */
  issueTime: string;
  operation: string;
  currency: Currency;
  issuer: Issuer;
  establishment: string;
  client: Client;
  lines: InvoiceLine[];
  totals: InvoiceTotals;
  /** DigestValue. */
  digest: string;
  /** The text of the QR code, as `signedInvoice` made it. */
  qr: string;
}

/** Amounts as decimal texts. */
export interface InvoiceTotals {
  subtotals: { tax: string; base: string; amount: string }[];
  taxes: string;
  value: string;
  withTaxes: string;
  allowances: string;
  charges: string;
  prepaid: string;
  rounding: string;
  payable: string;
}

const KINDS: Readonly<Record<string, Kind>> = { '01': 'factura', '03': 'boleta' };
const ZERO = '0.00';
/** Limit of tags, and of attributes: 500 lines with ISC, ICBPER and 20 discounts have 170,000. */
const MAX_MARKS = 400_000;

/** @throws CdrProblem for an XML that is not a document of this system */
export function readInvoice(xml: Buffer): InvoiceContent {
  const { root } = xmlTree(xml, MAX_MARKS);
  const [series = '', number = ''] = required(root, 'ID').split('-');
  const kind = KINDS[required(root, 'InvoiceTypeCode')] ?? missing('InvoiceTypeCode');
  const type = one(root, 'InvoiceTypeCode');
  const seller = one(root, 'AccountingSupplierParty/Party') ?? missing('AccountingSupplierParty');
  const buyer = one(root, 'AccountingCustomerParty/Party') ?? missing('AccountingCustomerParty');
  const facts = {
    kind,
    series,
    number: Number(number),
    issueDate: required(root, 'IssueDate'),
    issueTime: required(root, 'IssueTime'),
    operation: attribute(type, 'listID') ?? '0101',
    currency: currencyOf(root),
    issuer: issuerOf(seller),
    establishment:
      optional(seller, 'PartyLegalEntity/RegistrationAddress/AddressTypeCode') ?? '0000',
    client: clientOf(buyer),
    ...termsOf(root),
    lines: all(root, 'InvoiceLine').map(lineOf),
    totals: totalsOf(root),
    digest: digestOf(root),
  } as const;
  return { ...facts, qr: qrOf(facts) };
}

function currencyOf(root: XmlElement): Currency {
  const code = required(root, 'DocumentCurrencyCode');
  return CURRENCIES.find((each) => each === code) ?? missing('DocumentCurrencyCode');
}

function issuerOf(party: XmlElement): Issuer {
  const legal = 'PartyLegalEntity/RegistrationAddress';
  return {
    ruc: required(party, 'PartyIdentification/ID'),
    legalName: required(party, 'PartyLegalEntity/RegistrationName'),
    ...given('tradeName', optional(party, 'PartyName/Name')),
    ...given('address', optional(party, `${legal}/AddressLine/Line`)),
    ...given('ubigeo', optional(party, `${legal}/ID`)),
  };
}

function clientOf(party: XmlElement): Client {
  return {
    documentType: attribute(one(party, 'PartyIdentification/ID'), 'schemeID') ?? '',
    document: optional(party, 'PartyIdentification/ID') ?? '',
    name: optional(party, 'PartyLegalEntity/RegistrationName') ?? '',
    ...given('address', optional(party, 'PartyLegalEntity/RegistrationAddress/AddressLine/Line')),
    ...given('email', optional(party, 'Contact/ElectronicMail')),
    ...given('phone', optional(party, 'Contact/Telephone')),
  };
}

function totalsOf(root: XmlElement): InvoiceTotals {
  const amount = (name: string) => optional(root, `LegalMonetaryTotal/${name}`) ?? ZERO;
  return {
    subtotals: all(root, 'TaxTotal/TaxSubtotal').map((subtotal) => ({
      tax: required(subtotal, 'TaxCategory/TaxScheme/ID'),
      base: optional(subtotal, 'TaxableAmount') ?? ZERO,
      amount: optional(subtotal, 'TaxAmount') ?? ZERO,
    })),
    taxes: optional(root, 'TaxTotal/TaxAmount') ?? ZERO,
    value: amount('LineExtensionAmount'),
    withTaxes: amount('TaxInclusiveAmount'),
    allowances: amount('AllowanceTotalAmount'),
    charges: amount('ChargeTotalAmount'),
    prepaid: amount('PrepaidAmount'),
    rounding: amount('PayableRoundingAmount'),
    payable: amount('PayableAmount'),
  };
}

function digestOf(root: XmlElement): string {
  const signature = 'UBLExtensions/UBLExtension/ExtensionContent/Signature';
  return required(root, `${signature}/SignedInfo/Reference/DigestValue`);
}

/** The text of the QR code, as `signedInvoice` makes it. */
function qrOf({
  kind,
  issuer,
  series,
  number,
  totals,
  issueDate,
  client,
}: Omit<InvoiceContent, 'qr'>): string {
  const type = kind === 'factura' ? '01' : '03';
  const igv = totals.subtotals.find(({ tax }) => tax === '1000')?.amount ?? ZERO;
  const sold = [issuer.ruc, type, series, number, igv, totals.payable, issueDate];
  return `${[...sold, client.documentType, client.document].join('|')}|`;
}
