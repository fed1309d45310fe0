/**
 * Writes a priced sale as a UBL 2.1 Invoice in canonical XML: this file lists its parts, in the
 * order of the schema.
 */
import { DOCUMENT_TYPE, type Issuer, type PricedSale } from '@rafaga/fiscal';
import { documentAllowances } from './allowances.js';
import { writeLine } from './line.js';
import { LIST, SCHEME, typeCodeList } from './lists.js';
import { notes } from './notes.js';
import { customer, signatory, supplier } from './parties.js';
import { paymentMeans, paymentTerms, prepaidPayments } from './payment.js';
import { advanceReferences, contractReference, guideReferences } from './references.js';
import { writeDocumentTaxes } from './taxes.js';
import { monetaryTotal } from './totals.js';
import { attribute } from './xml.js';
import { XmlBuffer } from './xmlBuffer.js';

/** The priced sale, and the values of the document that are not part of a sale. */
export interface Invoice {
  priced: PricedSale;
  issuer: Issuer;
  number: number;
  /** HH:MM:SS, in Lima. */
  issueTime: string;
}

/**
 * In canonical order: the default namespace, then by prefix. The canonical form of any element
 * inside repeats them.
 */
export const NAMESPACES =
  ' xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"' +
  ' xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"' +
  ' xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"' +
  ' xmlns:ds="http://www.w3.org/2000/09/xmldsig#"' +
  ' xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"';

/** The bytes from the start of the root to the signature. */
export const BEFORE_SIGNATURE = `<Invoice${NAMESPACES}><ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent>`;

/**
 * The bytes from the end of the signature to the end of the document. The next call overwrites
 * them: use them before any await.
 */
export function afterSignature(invoice: Invoice): Buffer {
  const { priced } = invoice;
  const { currency } = priced.sale;
  buffer.clear();
  buffer.write(head(invoice));
  writeDocumentTaxes(buffer, priced);
  buffer.write(monetaryTotal(priced));
  for (const [at, line] of priced.lines.entries()) writeLine(buffer, line, at + 1, currency);
  buffer.write('</Invoice>');
  return buffer.written();
}

const buffer = new XmlBuffer();

/** The elements from the version to the allowances. */
function head({ priced, issuer, number, issueTime }: Invoice): string {
  const { sale } = priced;
  return (
    AFTER_SIGNATURE +
    `<cbc:ID>${sale.series}-${number}</cbc:ID><cbc:IssueDate>${sale.issueDate}</cbc:IssueDate><cbc:IssueTime>${issueTime}</cbc:IssueTime>` +
    (sale.dueDate === undefined ? '' : `<cbc:DueDate>${sale.dueDate}</cbc:DueDate>`) +
    `<cbc:InvoiceTypeCode${typeCodeList(attribute(sale.operation), sale.kind)}>` +
    `${DOCUMENT_TYPE[sale.kind]}</cbc:InvoiceTypeCode>` +
    notes(priced) +
    `<cbc:DocumentCurrencyCode${LIST.currency}>${sale.currency}</cbc:DocumentCurrencyCode>` +
    guideReferences(sale) +
    contractReference(sale) +
    advanceReferences(sale, issuer) +
    signatory(issuer) +
    supplier(issuer, sale.establishment) +
    customer(sale.client) +
    paymentMeans(sale) +
    paymentTerms(priced) +
    prepaidPayments(sale) +
    documentAllowances(priced)
  );
}

const AFTER_SIGNATURE =
  '</ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions><cbc:UBLVersionID>2.1</cbc:UBLVersionID>' +
  `<cbc:CustomizationID${SCHEME.customization}>2.0</cbc:CustomizationID>`;
