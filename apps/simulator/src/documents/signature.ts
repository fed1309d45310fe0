/**
 * Verifies the enveloped signature of an invoice with libxml2, which the product does not use. It
 * takes a fifth of the time of a library on a DOM in JavaScript.
 */
import { hash, verify, X509Certificate } from 'node:crypto';
import { XmlC14NMode, XmlDocument, XmlElement, type XmlNode, XmlParseError } from 'libxml2-wasm';
import { Problem } from './problem.js';

/**
 * @throws Problem 2085, 2090, 2101, 2325, 2327 or 2335 unless the signature is valid now for the
 * whole document
 */
export function checkSignature(xml: Buffer, now: Date): void {
  const document = parsed(xml);
  try {
    checkDocument(document, now);
  } finally {
    document.dispose();
  }
}

function parsed(xml: Buffer): XmlDocument {
  try {
    return XmlDocument.fromBuffer(xml);
  } catch (error) {
    if (error instanceof XmlParseError) throw new Problem('0306', error.message.trim());
    throw error;
  }
}

function checkDocument(document: XmlDocument, now: Date): void {
  const signature = onlySignature(document);
  const certificate = certificateOf(signature);
  if (now < new Date(certificate.validFrom) || now > new Date(certificate.validTo))
    throw new Problem('2327');
  const info = only(signature, 'ds:SignedInfo');
  const reference = referenceOf(info);
  const said = textOf(reference, 'ds:DigestValue');
  const digest = row(DIGEST, reference, 'ds:DigestMethod');
  const form = formOf(reference);
  const signed = info.canonicalizeToString(row(FORM, info, 'ds:CanonicalizationMethod'));
  const value = Buffer.from(textOf(signature, 'ds:SignatureValue'), 'base64');
  const algorithm = row(SIGNATURE, info, 'ds:SignatureMethod');
  if (!verify(algorithm, Buffer.from(signed), certificate.publicKey, value))
    throw new Problem('2335', 'Incorrect signature value');
  signature.remove();
  if (hash(digest, document.canonicalizeToString(form), 'base64') !== said)
    throw new Problem('2335', 'Incorrect reference digest value');
}

/** The only signature, with an Id, at the place where SUNAT looks for it. */
function onlySignature(document: XmlDocument): XmlElement {
  const [signature, another] = document.find('//ds:Signature', NAMESPACES);
  if (!signature) throw new Problem('2085');
  if (another) throw new Problem('2335', 'more than one signature');
  const placed = document.get(PLACE, NAMESPACES);
  if (!(placed instanceof XmlElement) || !placed.attr('Id')?.value) throw new Problem('2085');
  return placed;
}

function certificateOf(signature: XmlElement): X509Certificate {
  const text = signature.get('.//ds:X509Certificate', NAMESPACES)?.content.trim();
  if (!text) throw new Problem('2101');
  try {
    return new X509Certificate(Buffer.from(text, 'base64'));
  } catch {
    throw new Problem('2325');
  }
}

/** The only reference, which is to the whole document. */
function referenceOf(info: XmlElement): XmlElement {
  if (info.find('ds:Reference', NAMESPACES).length > 1) throw new Problem('2090');
  const reference = only(info, 'ds:Reference');
  if ((reference.attr('URI')?.value ?? '') !== '') throw new Problem('2090');
  return reference;
}

/** The canonical form of the document without its signature; inclusive, if none is named. */
function formOf(reference: XmlElement): CanonicalForm {
  const [enveloped, form, ...others] = reference.find('ds:Transforms/ds:Transform', NAMESPACES);
  if (!enveloped || algorithmOf(enveloped) !== ENVELOPED)
    throw new Problem('2335', 'not enveloped');
  if (others.length > 0) throw new Problem('2335', 'too many transforms');
  return form ? found(FORM, algorithmOf(form)) : INCLUSIVE;
}

function only(element: XmlElement, path: string): XmlElement {
  const [first, another] = element.find(path, NAMESPACES);
  if (!(first instanceof XmlElement) || another) throw new Problem('2335', `not one ${path}`);
  return first;
}

const textOf = (element: XmlElement, path: string): string =>
  only(element, path).content.replace(/\s/g, '');

const row = <T>(table: Table<T>, element: XmlElement, path: string): T =>
  found(table, algorithmOf(only(element, path)));

function found<T>(table: Table<T>, algorithm: string): T {
  const value = table.get(algorithm);
  if (value === undefined) throw new Problem('2335', `unsupported algorithm ${algorithm}`);
  return value;
}

const algorithmOf = (node: XmlNode): string =>
  (node instanceof XmlElement && node.attr('Algorithm')?.value) || '';

type Table<T> = ReadonlyMap<string, T>;
type CanonicalForm = { mode: (typeof XmlC14NMode)[keyof typeof XmlC14NMode] };

const DS = 'http://www.w3.org/2000/09/xmldsig#';
const NAMESPACES = {
  ds: DS,
  ext: 'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2',
};
const PLACE = '/*/ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/ds:Signature';
const ENVELOPED = `${DS}enveloped-signature`;

const INCLUSIVE: CanonicalForm = { mode: XmlC14NMode.XML_C14N_1_0 };
const FORM: Table<CanonicalForm> = new Map([
  ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315', INCLUSIVE],
  ['http://www.w3.org/2001/10/xml-exc-c14n#', { mode: XmlC14NMode.XML_C14N_EXCLUSIVE_1_0 }],
]);

const SIGNATURE: Table<string> = new Map([
  [`${DS}rsa-sha1`, 'sha1'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', 'sha512'],
]);

const DIGEST: Table<string> = new Map([
  [`${DS}sha1`, 'sha1'],
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
]);
