/** XMLDSig over bytes that are canonical already: digest and sign what was written, without parsing it again. */
import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { BEFORE_SIGNATURE, NAMESPACES } from './invoice.js';
import { SIGNATURE_ID } from './parties.js';

export type Digest = 'sha1' | 'sha256';

/** A certificate ready to sign, its key parsed once. */
export interface Signer {
  readonly digest: Digest;
  readonly key: KeyObject;
  /** ds:KeyInfo, whole. */
  readonly keyInfo: string;
}

export interface SignerOptions {
  /** X.509, DER. */
  certificate: Buffer;
  /** PKCS#8, DER, RSA. */
  privateKey: Buffer;
  digest: Digest;
}

/** Keep one per certificate: to parse a key costs more than to sign with it. */
export function createSigner({ certificate, privateKey, digest }: SignerOptions): Signer {
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
  if (key.asymmetricKeyType !== 'rsa') throw new TypeError(`SUNAT takes RSA signatures, this key is ${key.asymmetricKeyType}`);
  return {
    digest,
    key,
    keyInfo: `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.toString('base64')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
  };
}

/** The enveloped ds:Signature of the document that ends in these pieces, and its DigestValue. */
export async function signature(after: readonly Buffer[], signer: Signer): Promise<{ xml: string; digest: string }> {
  const hash = createHash(signer.digest).update(BEFORE);
  for (const piece of after) hash.update(piece);
  const digest = hash.digest('base64');
  const content = SIGNED_INFO[signer.digest] + digest + SIGNED_INFO_END;
  const value = await signed(Buffer.from(`<ds:SignedInfo${NAMESPACES}>${content}`), signer);
  return {
    xml:
      `<ds:Signature Id="${SIGNATURE_ID}"><ds:SignedInfo>${content}` +
      `<ds:SignatureValue>${value.toString('base64')}</ds:SignatureValue>${signer.keyInfo}</ds:Signature>`,
    digest,
  };
}

/** On libuv's pool: the event loop goes on while the RSA is computed. */
function signed(bytes: Buffer, { digest, key }: Signer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign(digest, bytes, key, (error, value) => (error === null ? resolve(value) : reject(error)));
  });
}

const BEFORE = Buffer.from(BEFORE_SIGNATURE);

const ALGORITHM: Record<Digest, { signature: string; digest: string }> = {
  sha1: { signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1', digest: 'http://www.w3.org/2000/09/xmldsig#sha1' },
  sha256: { signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', digest: 'http://www.w3.org/2001/04/xmlenc#sha256' },
};

const signedInfo = (digest: Digest) =>
  '<ds:CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></ds:CanonicalizationMethod>' +
  `<ds:SignatureMethod Algorithm="${ALGORITHM[digest].signature}"></ds:SignatureMethod><ds:Reference URI=""><ds:Transforms>` +
  '<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform></ds:Transforms>' +
  `<ds:DigestMethod Algorithm="${ALGORITHM[digest].digest}"></ds:DigestMethod><ds:DigestValue>`;
const SIGNED_INFO: Record<Digest, string> = { sha1: signedInfo('sha1'), sha256: signedInfo('sha256') };
const SIGNED_INFO_END = '</ds:DigestValue></ds:Reference></ds:SignedInfo>';
