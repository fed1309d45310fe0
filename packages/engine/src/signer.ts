/** Signs bytes that are canonical already with XMLDSig, without parsing them again. */
import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { type SharedPart, sharedPart } from './deflate.js';
import { BEFORE_SIGNATURE, NAMESPACES } from './invoice.js';
import { SIGNATURE_ID } from './parties.js';
import { ENCODING } from './xml.js';

export type Digest = 'sha1' | 'sha256';

/** A certificate with its parsed key. */
export interface Signer {
  readonly digest: Digest;
  readonly key: KeyObject;
  /** The document up to its digest. */
  readonly start: SharedPart;
  /** The length in bytes of what each document has of its own between the two. */
  readonly size: number;
  /** From the end of the signature's value to the end of ds:Signature. */
  readonly keyInfo: SharedPart;
}

export interface SignerOptions {
  /** X.509 in DER. */
  certificate: Buffer;
  /** RSA key, PKCS#8 in DER. */
  privateKey: Buffer;
  digest: Digest;
}

/** Keep one for each certificate: parsing its key costs more than signing with it. */
export function createSigner({ certificate, privateKey, digest }: SignerOptions): Signer {
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
  if (key.asymmetricKeyType !== 'rsa')
    throw new TypeError(`SUNAT takes RSA signatures, this key is ${key.asymmetricKeyType}`);
  const keyInfo =
    `<ds:KeyInfo><ds:X509Data>` +
    `<ds:X509Certificate>${certificate.toString('base64')}</ds:X509Certificate></ds:X509Data>` +
    `</ds:KeyInfo>`;
  const digestValue = createHash(digest).digest('base64');
  const value = Buffer.alloc(Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8));
  return {
    digest,
    key,
    start: shared(
      `${DECLARATION}${BEFORE_SIGNATURE}` +
        `<ds:Signature Id="${SIGNATURE_ID}"><ds:SignedInfo>${SIGNED_INFO[digest]}`,
    ),
    size: ownPart(digestValue, value).length,
    keyInfo: shared(`</ds:SignatureValue>${keyInfo}</ds:Signature>`),
  };
}

const shared = (xml: string) => sharedPart(Buffer.from(xml, ENCODING));

/**
 * Makes what is the document's own in its enveloped ds:Signature, and its DigestValue.
 * @param after the document's bytes after the signature, read before the first await
 */
export async function signature(
  after: Buffer,
  signer: Signer,
): Promise<{ own: Buffer; digest: string }> {
  const digest = createHash(signer.digest).update(BEFORE).update(after).digest('base64');
  const info = SIGNED_INFO[signer.digest] + digest + SIGNED_INFO_END;
  const value = await signed(Buffer.from(`<ds:SignedInfo${NAMESPACES}>${info}`), signer);
  return { own: ownPart(digest, value), digest };
}

const ownPart = (digest: string, value: Buffer) =>
  Buffer.from(
    `${digest}${SIGNED_INFO_END}<ds:SignatureValue>${value.toString('base64')}`,
    ENCODING,
  );

/** Signs in libuv's thread pool, so that the event loop is not blocked. */
function signed(bytes: Buffer, { digest, key }: Signer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign(digest, bytes, key, (error, value) => (error === null ? resolve(value) : reject(error)));
  });
}

// the declaration is not part of the canonical form: the digest begins at the root
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const BEFORE = Buffer.from(BEFORE_SIGNATURE);

const ALGORITHM: Record<Digest, { signature: string; digest: string }> = {
  sha1: {
    signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
  },
  sha256: {
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  },
};

const signedInfo = (digest: Digest) =>
  '<ds:CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315">' +
  '</ds:CanonicalizationMethod>' +
  `<ds:SignatureMethod Algorithm="${ALGORITHM[digest].signature}"></ds:SignatureMethod>` +
  `<ds:Reference URI=""><ds:Transforms>` +
  '<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature">' +
  '</ds:Transform></ds:Transforms>' +
  `<ds:DigestMethod Algorithm="${ALGORITHM[digest].digest}"></ds:DigestMethod><ds:DigestValue>`;
const SIGNED_INFO: Record<Digest, string> = {
  sha1: signedInfo('sha1'),
  sha256: signedInfo('sha256'),
};
const SIGNED_INFO_END = '</ds:DigestValue></ds:Reference></ds:SignedInfo>';
