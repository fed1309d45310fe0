/** Verifies signatures with xml-crypto and canonicalizes XML with libxml2. */
import type { KeyObject } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';
import { XmlDocument } from 'libxml2-wasm';
import { SignedXml } from 'xml-crypto';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

/** Whether the enveloped signature is of this key and matches the document. */
export function verified(xml: string, publicKey: KeyObject): boolean {
  const signature = new DOMParser()
    .parseFromString(xml, 'text/xml')
    .getElementsByTagNameNS(DSIG, 'Signature')[0];
  const verifier = new SignedXml({
    publicCert: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    getCertFromKeyInfo: () => null,
  });
  verifier.loadSignature(signature as unknown as Parameters<SignedXml['loadSignature']>[0]);
  return verifier.checkSignature(xml);
}

/** Canonical XML 1.0. */
export function canonical(xml: string): string {
  const document = XmlDocument.fromString(xml);
  try {
    return document.canonicalizeToString();
  } finally {
    document.dispose();
  }
}
