/**
 * CDRs for tests, signed by a library that shares nothing with our code, and certificates to sign
 * them.
 */
import { generateKeyPairSync, sign } from 'node:crypto';
import { SignedXml } from 'xml-crypto';

const DS = 'http://www.w3.org/2000/09/xmldsig#';
export const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const RSA = (bits: string) =>
  bits === 'sha1' ? `${DS}rsa-sha1` : `http://www.w3.org/2001/04/xmldsig-more#rsa-${bits}`;

export interface Identity {
  /** X.509 in DER. */
  certificate: Buffer;
  privateKey: string;
}

/** A self-signed certificate; dates are YYMMDD. */
export function anIdentity(from = '250101', until = '341231'): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const name = der(
    0x30,
    der(
      0x31,
      der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('SUNAT de prueba'))),
    ),
  );
  const time = (day: string) => der(0x17, Buffer.from(`${day}000000Z`));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const body = der(
    0x30,
    der(2, Buffer.of(7)),
    RSA_SHA256,
    name,
    der(0x30, time(from), time(until)),
    name,
    spki,
  );
  const value = sign('sha256', body, privateKey);
  return {
    certificate: der(0x30, body, RSA_SHA256, der(3, Buffer.of(0), value)),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 128
      ? Buffer.of(length)
      : length < 256
        ? Buffer.of(0x81, length)
        : Buffer.of(0x82, length >> 8, length & 255);
  return Buffer.concat([Buffer.of(tag), size, content]);
}
const RSA_SHA256 = Buffer.from('300d06092a864886f70d01010b0500', 'hex');

/** A CDR as SUNAT writes it, with `extra` XML in its response and `root` attributes. */
export function unsignedCdr({ extra = '', root = '', date = '2026-11-21' } = {}): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<ar:ApplicationResponse
 xmlns:ar="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2"
 xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
 xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"
 xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"
 xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"${root}><ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>
\t<cbc:ID><![CDATA[c98f9700 & 1]]></cbc:ID><cbc:ResponseDate>${date}</cbc:ResponseDate><cbc:ResponseTime>03:43:07</cbc:ResponseTime>
\t<cac:DocumentResponse><cac:Response><cbc:ReferenceID>B001-1</cbc:ReferenceID><cbc:ResponseCode listAgencyName='PE:"SUNAT"' b="&#xA;&lt;">0</cbc:ResponseCode>
\t<cbc:Description>La Boleta número B001-1 &gt; &amp; ha sido aceptada</cbc:Description>
\t</cac:Response>${extra}</cac:DocumentResponse>
</ar:ApplicationResponse>`;
}

export interface Signing {
  /** The canonical form of SignedInfo. */
  form?: string;
  algorithm?: string;
  digest?: string;
  /** The transform after the enveloped one; undefined: none. */
  transform?: string | undefined;
  /** Whether the CDR has the certificate. */
  keyInfo?: boolean;
  uri?: string;
}

export function signedCdr(
  xml: string,
  { certificate, privateKey }: Identity,
  signing: Signing = {},
): string {
  const {
    form = EXCLUSIVE,
    algorithm = RSA('sha512'),
    digest = `${DS}sha1`,
    keyInfo = true,
    uri = '',
  } = signing;
  const { transform = 'transform' in signing ? undefined : EXCLUSIVE } = signing;
  const pem =
    `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END ` +
    `CERTIFICATE-----`;
  const signer = new SignedXml({
    privateKey,
    publicCert: pem,
    canonicalizationAlgorithm: form as never,
    signatureAlgorithm: algorithm as never,
    getKeyInfoContent: keyInfo ? SignedXml.getKeyInfoContent : () => null,
  });
  signer.addReference({
    xpath: '/*',
    transforms: [`${DS}enveloped-signature`, ...(transform ? [transform] : [])],
    digestAlgorithm: digest,
    uri,
    isEmptyUri: uri === '',
  });
  const place = "//*[local-name(.)='ExtensionContent']";
  signer.computeSignature(xml, { location: { reference: place, action: 'append' } });
  return signer.getSignedXml();
}
