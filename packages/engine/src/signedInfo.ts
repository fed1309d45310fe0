/**
 * Checks what an enveloped XML signature covers: only forms that cover the whole document, by the
 * algorithms of a table.
 */
import { hash } from 'node:crypto';
import { type CanonicalForm, canonicalDocument, canonicalXml } from './canonicalXml.js';
import { MAX_PREFIXES } from './xmlGuard.js';
import { childrenOf, isElement, textOf, type XmlDocument, type XmlElement } from './xmlNodes.js';

export interface SignedInfo {
  /** The canonical SignedInfo, which the signature value signs. */
  bytes: Buffer;
  /** The hash of the RSA signature, by its name in node:crypto. */
  algorithm: string;
}

/** A signature that is invalid or cannot be checked; the message is Spanish, for operators. */
export class SignatureProblem extends Error {
  override readonly name = 'SignatureProblem';
}

/**
 * @throws SignatureProblem unless its only reference is the whole document without the signature,
 * and its digest is right
 */
export function signedInfoOf(document: XmlDocument, signature: XmlElement): SignedInfo {
  const info = only(signature, 'SignedInfo');
  const form = formOf(only(info, 'CanonicalizationMethod'));
  const algorithm = row(SIGNATURE, only(info, 'SignatureMethod'));
  const reference = only(info, 'Reference');
  const digest = row(DIGEST, only(reference, 'DigestMethod'));
  const said = Buffer.from(textOf(only(reference, 'DigestValue')), 'base64');
  if (!hash(digest, referencedBytes(document, signature, reference), 'buffer').equals(said))
    throw new SignatureProblem(
      'La constancia fue modificada después de firmarse: su valor resumen no coincide',
    );
  return { bytes: canonicalXml(info, form), algorithm };
}

/** The canonical bytes to which the reference points. */
function referencedBytes(
  document: XmlDocument,
  signature: XmlElement,
  reference: XmlElement,
): Buffer {
  const form = { ...transformOf(reference), without: signature };
  const uri = attributeOf(reference, 'URI');
  if (uri === '') return canonicalDocument(document, form);
  const { root } = document;
  const ids = root.attributes
    .filter(({ name }) => /^(?:Id|ID|id|xml:id)$/.test(name))
    .map(({ value }) => `#${value}`);
  if (uri === undefined || !ids.includes(uri))
    throw new SignatureProblem('La firma de la constancia no cubre toda la constancia');
  return canonicalXml(root, form);
}

/** Requires the enveloped transform, then at most one canonical form (default: inclusive). */
function transformOf(reference: XmlElement): CanonicalForm {
  const [enveloped, form, ...more] = childrenOf(only(reference, 'Transforms'), DS, 'Transform');
  if (!enveloped || attributeOf(enveloped, 'Algorithm') !== ENVELOPED || more.length > 0)
    throw new SignatureProblem('La firma de la constancia usa transformaciones que no se admiten');
  return form ? formOf(form) : { exclusive: false };
}

function formOf(method: XmlElement): CanonicalForm {
  const exclusive = row(EXCLUSIVE, method);
  const prefixes = method.children
    .filter(isElement)
    .flatMap((list) => (attributeOf(list, 'PrefixList') ?? '').split(/\s+/))
    .filter((prefix) => prefix !== '')
    .map((prefix) => (prefix === '#default' ? '' : prefix));
  if (prefixes.length > MAX_PREFIXES)
    throw new SignatureProblem('La firma de la constancia nombra demasiados prefijos');
  return { exclusive, prefixes };
}

function row<T>(table: Readonly<Record<string, T>>, method: XmlElement): T {
  const algorithm = attributeOf(method, 'Algorithm') ?? '';
  const found = Object.hasOwn(table, algorithm) ? table[algorithm] : undefined;
  if (found === undefined)
    throw new SignatureProblem(
      `La firma de la constancia usa un algoritmo que no se admite: ${algorithm}`,
    );
  return found;
}

function only(element: XmlElement, local: string): XmlElement {
  const [found, another] = childrenOf(element, DS, local);
  if (!found || another)
    throw new SignatureProblem(`La firma de la constancia no tiene un único ${local}`);
  return found;
}

const attributeOf = ({ attributes }: XmlElement, name: string) =>
  attributes.find((one) => one.name === name)?.value;

export const DS = 'http://www.w3.org/2000/09/xmldsig#';
const ENVELOPED = `${DS}enveloped-signature`;

/**
 * Whether a canonical form is exclusive. The forms with comments are equal to those without: a
 * reference within the same document leaves comments out.
 */
const EXCLUSIVE = {
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315': false,
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments': false,
  'http://www.w3.org/2001/10/xml-exc-c14n#': true,
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments': true,
} as const;

const SIGNATURE = {
  [`${DS}rsa-sha1`]: 'sha1',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
};

const DIGEST = {
  [`${DS}sha1`]: 'sha1',
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
};
