/**
 * Signs a CDR as SUNAT's production does: enveloped, exclusive canonical form, RSA-SHA512, digest
 * SHA-1.
 */
import { createHash, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { CdrSigner } from './signer.js';

/** @param xml as `cdrXml` writes it: `canonical` is right for no other text */
export async function signedCdr(xml: string, { key, certificate }: CdrSigner): Promise<string> {
  const digest = createHash('sha1').update(canonical(xml)).digest('base64');
  const content = signedInfo(digest);
  const value = await promisify(sign)(
    'sha512',
    Buffer.from(`<SignedInfo xmlns="${DS}">${content}`),
    key,
  );
  const signature =
    `<Signature xmlns="${DS}"><SignedInfo>${content}<SignatureValue>${value.toString('base64')}` +
    `</SignatureValue>` +
    `<KeyInfo><X509Data><X509Certificate>${certificate.toString('base64')}</X509Certificate>` +
    `</X509Data></KeyInfo>` +
    // SUNAT adds these elements after it has signed
    '<Proposito>Cumple proposito</Proposito><Expiracion>No ha expirado</Expiracion></Signature>';
  return xml.replace(SIGNATURE_SLOT, SIGNATURE_SLOT.replace('><', `>${signature}<`));
}

/** The exclusive canonical form of a CDR: each prefix is declared where it is first used. */
function canonical(xml: string): string {
  const declared = (prefix: string) => new RegExp(` xmlns:${prefix}="[^"]*"`).exec(xml)?.[0] ?? '';
  const [ar, cac, cbc, ext] = ['ar', 'cac', 'cbc', 'ext'].map(declared);
  return xml
    .replace(/^<\?xml.*?\?>/, '')
    .replace(/<ar:ApplicationResponse[^>]*>/, `<ar:ApplicationResponse${ar}>`)
    .replace('<ext:UBLExtensions>', `<ext:UBLExtensions${ext}>`)
    .replace(/<cac:(SenderParty|ReceiverParty|DocumentResponse)>/g, `<cac:$1${cac}>`)
    .replace(/<cbc:(\w+)>/g, `<cbc:$1${cbc}>`)
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'");
}

const DS = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments';
const method = (element: string, algorithm: string) =>
  `<${element} Algorithm="${algorithm}"></${element}>`;

const signedInfo = (digest: string): string =>
  method('CanonicalizationMethod', EXCLUSIVE) +
  method('SignatureMethod', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512') +
  '<Reference URI=""><Transforms>' +
  method('Transform', `${DS}enveloped-signature`) +
  `${method('Transform', EXCLUSIVE)}</Transforms>` +
  `${method('DigestMethod', `${DS}sha1`)}<DigestValue>${digest}</DigestValue></Reference>` +
  `</SignedInfo>`;

export const SIGNATURE_SLOT = '<ext:ExtensionContent></ext:ExtensionContent>';
