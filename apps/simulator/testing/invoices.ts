/**
 * Signed invoices for tests of the simulator, written and signed by other means than the
 * product's.
 */
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';
import { SignedXml, type SignedXmlOptions } from 'xml-crypto';
import { limaDate } from '../src/documents/rules.js';
import { zip } from '../src/documents/zip.js';

export const RUC = '20123456786';

export interface InvoiceFacts {
  type: '01' | '03';
  series: string;
  number: number;
  issueDate: string;
  clientType: string;
  client: string;
  total: string;
  ublVersion: string;
  ruc: string;
  operation: string;
}

/** The facts of a boleta of today; a test overrides what it is about. */
export const boleta = (facts: Partial<InvoiceFacts> = {}): InvoiceFacts => ({
  type: '03',
  series: 'B001',
  number: 1,
  issueDate: limaDate(new Date()),
  clientType: '1',
  client: '12345678',
  total: '118.00',
  ublVersion: '2.1',
  ruc: RUC,
  operation: '0101',
  ...facts,
});

export const factura = (facts: Partial<InvoiceFacts> = {}): InvoiceFacts =>
  boleta({ type: '01', series: 'F001', clientType: '6', client: '20100070970', ...facts });

export const nameOf = ({ type, series, number }: InvoiceFacts): string =>
  `${RUC}-${type}-${series}-${number}`;

export interface Identity {
  certificate: string;
  key: string;
}

/** A self-signed certificate that expires `days` from today. */
export function identity(days = 30): Identity {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const own = forge.pki.privateKeyFromPem(
    createPrivateKey(key).export({ type: 'pkcs1', format: 'pem' }).toString(),
  );
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(own.n, own.e);
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(Date.now() - 400 * 86_400_000);
  certificate.validity.notAfter = new Date(Date.now() + days * 86_400_000);
  const subject = [{ name: 'commonName', value: RUC }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.sign(own, forge.md.sha256.create());
  return { certificate: forge.pki.certificateToPem(certificate), key };
}

export const SIGNATURE_ID = 'firma';

export const signedXml = (facts: InvoiceFacts, by: Identity): string =>
  signed(unsignedXml(facts), by);

export interface Change {
  signer?: SignedXmlOptions;
  reference?: Partial<Parameters<SignedXml['addReference']>[0]>;
}

/** @param change what differs from a signature of the whole document with SHA-1 */
export function signed(xml: string, by: Identity, { signer, reference }: Change = {}): string {
  const signedXml = new SignedXml({
    privateKey: by.key,
    publicCert: by.certificate,
    signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    canonicalizationAlgorithm: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
    ...signer,
  });
  signedXml.addReference({
    xpath: '/*',
    isEmptyUri: true,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature'],
    digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1',
    ...reference,
  });
  signedXml.computeSignature(xml, {
    prefix: 'ds',
    attrs: { Id: SIGNATURE_ID },
    location: { reference: "//*[local-name(.)='ExtensionContent']", action: 'append' },
  });
  return signedXml.getSignedXml();
}

export const unsignedXml = (facts: InvoiceFacts): string =>
  '<?xml version="1.0" encoding="UTF-8"?><Invoice ' +
  'xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"' +
  ' xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"' +
  ' xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"' +
  ' xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2">' +
  '<ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent></ext:ExtensionContent>' +
  '</ext:UBLExtension></ext:UBLExtensions>' +
  `<cbc:UBLVersionID>${facts.ublVersion}</cbc:UBLVersionID><cbc:CustomizationID>2.0` +
  `</cbc:CustomizationID>` +
  `<cbc:ID>${facts.series}-${facts.number}</cbc:ID><cbc:IssueDate>${facts.issueDate}` +
  `</cbc:IssueDate>` +
  `<cbc:InvoiceTypeCode listID="${facts.operation}">${facts.type}</cbc:InvoiceTypeCode>` +
  `<cbc:DocumentCurrencyCode>PEN</cbc:DocumentCurrencyCode>` +
  `<cac:AccountingSupplierParty>${party('6', facts.ruc)}</cac:AccountingSupplierParty>` +
  `<cac:AccountingCustomerParty>${party(facts.clientType, facts.client)}` +
  `</cac:AccountingCustomerParty>` +
  '<cac:PaymentTerms><cbc:ID>FormaPago</cbc:ID><cbc:PaymentMeansID>Contado</cbc:PaymentMeansID>' +
  '</cac:PaymentTerms>' +
  `<cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="PEN">${facts.total}` +
  `</cbc:PayableAmount></cac:LegalMonetaryTotal></Invoice>`;

const party = (type: string, id: string): string =>
  `<cac:Party><cac:PartyIdentification><cbc:ID schemeID="${type}">${id}</cbc:ID>` +
  `</cac:PartyIdentification></cac:Party>`;

export const zipped = (name: string, xml: string): Buffer =>
  zip([{ name: `${name}.xml`, content: Buffer.from(xml) }]);
