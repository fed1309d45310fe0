/**
 * Reads an invoice: checks that its XML is well-formed, and takes the values that rules and
 * registry need.
 */
import { SaxesParser } from 'saxes';
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
  paymentTerms: boolean;
}

type Text = Exclude<keyof Invoice, 'root' | 'namespace' | 'paymentTerms'>;

const SIGNATURE = 'Invoice/UBLExtensions/UBLExtension/ExtensionContent/Signature';
const AT: Readonly<Record<string, Text>> = {
  'Invoice/UBLVersionID': 'ublVersion',
  'Invoice/CustomizationID': 'customization',
  'Invoice/ID': 'id',
  'Invoice/InvoiceTypeCode': 'type',
  'Invoice/IssueDate': 'issueDate',
  'Invoice/DocumentCurrencyCode': 'currency',
  'Invoice/AccountingSupplierParty/Party/PartyIdentification/ID': 'ruc',
  'Invoice/AccountingCustomerParty/Party/PartyIdentification/ID': 'client',
  'Invoice/AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName': 'clientName',
  'Invoice/LegalMonetaryTotal/PayableAmount': 'payable',
  [`${SIGNATURE}/SignedInfo/Reference/DigestValue`]: 'digest',
};
const MAX_DEPTH = 60;

/**
 * @param options `skim` stops before the first line of the invoice, after all that is read
 * @throws Problem 0306 for XML that is not well-formed
 */
export function readInvoice(xml: string, { skim = false } = {}): Invoice {
  const invoice: Invoice = { root: '', namespace: '', paymentTerms: false };
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
    const path = open.length === 0 ? tag.local : `${open.at(-1)}/${tag.local}`;
    open.push(path);
    if (open.length > MAX_DEPTH) throw new Problem('0306', 'too deep');
    if (open.length === 1) Object.assign(invoice, { root: tag.local, namespace: tag.uri });
    if (path in AT) content = '';
    if (path === 'Invoice/PaymentTerms') invoice.paymentTerms = true;
    if (path === 'Invoice/InvoiceTypeCode' && tag.attributes.listID)
      invoice.operation = tag.attributes.listID.value;
    if (
      path === 'Invoice/AccountingCustomerParty/Party/PartyIdentification/ID' &&
      tag.attributes.schemeID
    ) {
      invoice.clientType = tag.attributes.schemeID.value;
    }
  });
  const take = (piece: string): void => {
    if (content !== undefined) content += piece;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', () => {
    const field = AT[open.pop() ?? ''];
    if (field !== undefined && content !== undefined) {
      invoice[field] ??= content.trim();
      content = undefined;
    }
  });
  const lines = skim ? xml.indexOf('<cac:InvoiceLine>') : -1;
  if (lines > 0) parser.write(xml.slice(0, lines));
  else parser.write(xml).close();
  return invoice;
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
