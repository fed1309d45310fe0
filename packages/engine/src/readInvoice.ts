/**
 * Reads the content of a signed document from its XML, to rebuild rows that a restored database
 * lacks.
 */
import type { Issuer, Kind } from '@rafaga/fiscal';
import { CdrProblem } from './cdrProblem.js';
import { isElement, textOf, type XmlElement } from './xmlNodes.js';
import { xmlTree } from './xmlTree.js';

export interface InvoiceContent {
  kind: Kind;
  series: string;
  number: number;
  issueDate: string;
  /** HH:MM:SS, in Lima. */
  issueTime: string;
  operation: string;
  currency: string;
  issuer: Issuer;
  establishment: string;
  client: { documentType: string; document: string; name: string; address?: string };
  payment: 'cash' | 'credit';
  lines: InvoiceLine[];
  totals: InvoiceTotals;
  /** DigestValue. */
  digest: string;
  /** The text of the QR code, as `signedInvoice` made it. */
  qr: string;
}

export interface InvoiceLine {
  code?: string;
  description: string;
  unit: string;
  quantity: string;
  /** Including taxes. */
  unitPrice: string;
  affectation: string;
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
  const required = (path: string, from = root) => optional(from, path) ?? missing(path);
  const [series = '', number = ''] = required('ID').split('-');
  const kind = KINDS[required('InvoiceTypeCode')] ?? missing('InvoiceTypeCode');
  const type = one(root, 'InvoiceTypeCode');
  const seller = one(root, 'AccountingSupplierParty/Party') ?? missing('AccountingSupplierParty');
  const buyer = one(root, 'AccountingCustomerParty/Party') ?? missing('AccountingCustomerParty');
  const facts = {
    kind,
    series,
    number: Number(number),
    issueDate: required('IssueDate'),
    issueTime: required('IssueTime'),
    operation: attribute(type, 'listID') ?? '0101',
    currency: required('DocumentCurrencyCode'),
    issuer: issuerOf(seller),
    establishment:
      optional(seller, 'PartyLegalEntity/RegistrationAddress/AddressTypeCode') ?? '0000',
    client: clientOf(buyer),
    payment: all(root, 'PaymentTerms/PaymentMeansID').map(textOf).includes('Credito')
      ? 'credit'
      : 'cash',
    lines: all(root, 'InvoiceLine').map(lineOf),
    totals: totalsOf(root),
    digest: digestOf(root),
  } as const;
  return { ...facts, qr: qrOf(facts) };
}

function issuerOf(party: XmlElement): Issuer {
  const legal = 'PartyLegalEntity/RegistrationAddress';
  return {
    ruc: optional(party, 'PartyIdentification/ID') ?? missing('RUC'),
    legalName: optional(party, 'PartyLegalEntity/RegistrationName') ?? missing('RegistrationName'),
    ...given('tradeName', optional(party, 'PartyName/Name')),
    ...given('address', optional(party, `${legal}/AddressLine/Line`)),
    ...given('ubigeo', optional(party, `${legal}/ID`)),
  };
}

function clientOf(party: XmlElement): InvoiceContent['client'] {
  return {
    documentType: attribute(one(party, 'PartyIdentification/ID'), 'schemeID') ?? '',
    document: optional(party, 'PartyIdentification/ID') ?? '',
    name: optional(party, 'PartyLegalEntity/RegistrationName') ?? '',
    ...given('address', optional(party, 'PartyLegalEntity/RegistrationAddress/AddressLine/Line')),
  };
}

function lineOf(line: XmlElement): InvoiceLine {
  const required = (path: string) => optional(line, path) ?? missing(path);
  return {
    ...given('code', optional(line, 'Item/SellersItemIdentification/ID')),
    description: required('Item/Description'),
    unit: attribute(one(line, 'InvoicedQuantity'), 'unitCode') ?? 'NIU',
    quantity: required('InvoicedQuantity'),
    unitPrice: required('PricingReference/AlternativeConditionPrice/PriceAmount'),
    affectation: required('TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReasonCode'),
  };
}

function totalsOf(root: XmlElement): InvoiceTotals {
  const amount = (name: string) => optional(root, `LegalMonetaryTotal/${name}`) ?? ZERO;
  return {
    subtotals: all(root, 'TaxTotal/TaxSubtotal').map((subtotal) => ({
      tax: optional(subtotal, 'TaxCategory/TaxScheme/ID') ?? missing('TaxScheme'),
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
  return optional(root, `${signature}/SignedInfo/Reference/DigestValue`) ?? missing('DigestValue');
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

/** The elements below `from` at a path of local names. */
function all(from: XmlElement, path: string): XmlElement[] {
  let found = [from];
  for (const name of path.split('/'))
    found = found.flatMap(({ children }) =>
      children.filter(isElement).filter(({ local }) => local === name),
    );
  return found;
}

const one = (from: XmlElement, path: string): XmlElement | undefined => all(from, path)[0];

function optional(from: XmlElement, path: string): string | undefined {
  const found = one(from, path);
  return found && textOf(found);
}

const attribute = (element: XmlElement | undefined, name: string): string | undefined =>
  element?.attributes.find(({ local }) => local === name)?.value;

const given = <K extends string>(name: K, value: string | undefined): { [key in K]?: string } =>
  (value === undefined ? {} : { [name]: value }) as { [key in K]?: string };

function missing(what: string): never {
  throw new CdrProblem('xml_malformed', what);
}
