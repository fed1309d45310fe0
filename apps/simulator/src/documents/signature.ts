/** Verifies the enveloped signature of an invoice with a library that the product does not use. */
import { X509Certificate } from 'node:crypto';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { Problem } from './problem.js';

const DS = 'http://www.w3.org/2000/09/xmldsig#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/**
 * @throws Problem 2085, 2090, 2101, 2325, 2327 or 2335 unless the signature is valid now for the
 * whole document
 */
export function checkSignature(xml: string, now: Date): void {
  const signature = onlySignature(xml);
  const certificate = certificateOf(signature);
  if (now < new Date(certificate.validFrom) || now > new Date(certificate.validTo))
    throw new Problem('2327');
  const signed = new SignedXml({
    publicCert: certificate.toString(),
    getCertFromKeyInfo: () => null,
  });
  let holds: boolean;
  try {
    signed.loadSignature(signature);
    holds = signed.checkSignature(xml);
  } catch (error) {
    throw new Problem('2335', error instanceof Error ? error.message : String(error));
  }
  if (!holds) throw new Problem('2335', 'Incorrect reference digest value');
  const [reference, ...others] = signed.getReferences();
  if (others.length > 0 || (reference?.uri ?? '') !== '') throw new Problem('2090');
  if (!reference?.transforms.includes(ENVELOPED)) throw new Problem('2335', 'not enveloped');
}

/** The only signature, at the place where SUNAT looks for it. */
function onlySignature(xml: string): Element {
  const document = new DOMParser({ onError: () => undefined }).parseFromString(xml, 'text/xml');
  const found = document.getElementsByTagNameNS(DS, 'Signature');
  const signature = found.item(0);
  if (!signature) throw new Problem('2085');
  if (found.length > 1) throw new Problem('2335', 'more than one signature');
  const parent = signature.parentNode;
  const placed =
    parent?.localName === 'ExtensionContent' &&
    parent.parentNode?.parentNode?.parentNode === document.documentElement;
  if (!placed) throw new Problem('2085');
  return signature;
}

function certificateOf(signature: Element): X509Certificate {
  const text = signature
    .getElementsByTagNameNS(DS, 'X509Certificate')
    .item(0)
    ?.textContent?.replace(/\s/g, '');
  if (!text) throw new Problem('2101');
  try {
    return new X509Certificate(Buffer.from(text, 'base64'));
  } catch {
    throw new Problem('2325');
  }
}
