/**
 * Reads an invoice: checks that its XML is well-formed, and takes the values that rules and
 * registry need.
 */
import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { Problem } from './problem.js';

export interface Invoice {
  /** The root's local name and namespace. */
  root: string;
  namespace: string;
  ublVersion?: string;
  customization?: string;
  /** SERIE-NUMERO */
  id?: string;
  type?: string;
  operation?: string;
  issueDate?: string;
  currency?: string;
  ruc?: string;
  clientType?: string;
  client?: string;
  clientName?: string;
  payable?: string;
  /** DigestValue of the signature. */
  digest?: string;
  /** The codes of its legends. */
  legends: string[];
  /** Whether one of its payment terms is the form of payment. */
  hasPaymentForm: boolean;
}

type Text = Exclude<keyof Invoice, 'root' | 'namespace' | 'legends' | 'hasPaymentForm'>;

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
/** The prefixes of the paths below: a document may have any. */
const PREFIX: Readonly<Record<string, string>> = {
  [`${UBL}:Invoice-2`]: '',
  [`${UBL}:CommonAggregateComponents-2`]: 'cac:',
  [`${UBL}:CommonBasicComponents-2`]: 'cbc:',
  [`${UBL}:CommonExtensionComponents-2`]: 'ext:',
  'http://www.w3.org/2000/09/xmldsig#': 'ds:',
};
const SIGNATURE = 'Invoice/ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/ds:Signature';
const CUSTOMER = 'Invoice/cac:AccountingCustomerParty/cac:Party';
const AT: Readonly<Record<string, Text>> = {
  'Invoice/cbc:UBLVersionID': 'ublVersion',
  'Invoice/cbc:CustomizationID': 'customization',
  'Invoice/cbc:ID': 'id',
  'Invoice/cbc:InvoiceTypeCode': 'type',
  'Invoice/cbc:IssueDate': 'issueDate',
  'Invoice/cbc:DocumentCurrencyCode': 'currency',
  'Invoice/cac:AccountingSupplierParty/cac:Party/cac:PartyIdentification/cbc:ID': 'ruc',
  [`${CUSTOMER}/cac:PartyIdentification/cbc:ID`]: 'client',
  [`${CUSTOMER}/cac:PartyLegalEntity/cbc:RegistrationName`]: 'clientName',
  'Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount': 'payable',
  [`${SIGNATURE}/ds:SignedInfo/ds:Reference/ds:DigestValue`]: 'digest',
};
const PAYMENT_ID = 'Invoice/cac:PaymentTerms/cbc:ID';
const isRead = (path: string): boolean => path === PAYMENT_ID || Object.hasOwn(AT, path);
const MAX_DEPTH = 60;

/**
 * @param options `skim` stops before the first line of the invoice, after all that is read
 * @throws Problem 0306 for XML that is not well-formed
 */
export function readInvoice(xml: string, { skim = false } = {}): Invoice {
  const invoice: Invoice = { root: '', namespace: '', legends: [], hasPaymentForm: false };
  const open: string[] = [];
  let content: string | undefined;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw new Problem('0306', error.message);
  });
  parser.on('doctype', () => {
    throw new Problem('0306', 'DOCTYPE is disallowed');
  });
  parser.on('opentag', (tag) => {
    const name = `${PREFIX[tag.uri] ?? `{${tag.uri}}`}${tag.local}`;
    const path = open.length === 0 ? name : `${open.at(-1)}/${name}`;
    open.push(path);
    if (open.length > MAX_DEPTH) throw new Problem('0306', 'too deep');
    if (open.length === 1) Object.assign(invoice, { root: tag.local, namespace: tag.uri });
    if (isRead(path)) content = '';
    takeAttributes(invoice, path, tag.attributes);
  });
  const take = (piece: string): void => {
    if (content !== undefined) content += piece;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', () => {
    const path = open.pop() ?? '';
    if (content === undefined || !isRead(path)) return;
    const field = AT[path];
    if (field !== undefined) invoice[field] ??= content.trim();
    else if (content.trim() === 'FormaPago') invoice.hasPaymentForm = true;
    content = undefined;
  });
  const lines = skim ? xml.indexOf('<cac:InvoiceLine>') : -1;
  if (lines > 0) parser.write(xml.slice(0, lines));
  else parser.write(xml).close();
  return invoice;
}

function takeAttributes(
  invoice: Invoice,
  path: string,
  { listID, schemeID, languageLocaleID }: Readonly<Record<string, SaxesAttributeNS>>,
): void {
  if (path === 'Invoice/cbc:InvoiceTypeCode' && listID) invoice.operation = listID.value;
  if (path === `${CUSTOMER}/cac:PartyIdentification/cbc:ID` && schemeID)
    invoice.clientType = schemeID.value;
  if (path === 'Invoice/cbc:Note' && languageLocaleID) invoice.legends.push(languageLocaleID.value);
}

/** Decodes an XML file in one of the two encodings that SUNAT accepts. */
export function decodeXml(bytes: Buffer): string {
  const declared =
    /^<\?xml[^>]*encoding=["']([A-Za-z0-9-]+)["']/
      .exec(bytes.toString('latin1', 0, 120))?.[1]
      ?.toLowerCase() ?? 'utf-8';
  if (declared === 'iso-8859-1') return bytes.toString('latin1');
  if (declared !== 'utf-8') throw new Problem('0306', `encoding ${declared}`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('0306', 'Invalid byte of UTF-8 sequence');
  }
}
