/** Signatures of xml-crypto are verified, and refused once anything about them is changed. */
import { expect, test } from '@jest/globals';
import {
  type Change,
  factura,
  identity,
  SIGNATURE_ID,
  signed,
  unsignedXml,
} from '../../testing/invoices.js';
import { checkSignature } from './signature.js';

const OWN = identity();
const DS = 'http://www.w3.org/2000/09/xmldsig#';
const ENVELOPED = `${DS}enveloped-signature`;
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const XML = unsignedXml(factura({ client: 'ÑANDÚ' }));
const VALID = signed(XML, OWN);

/** Code and detail of the problem; undefined for a valid signature. */
function problemOf(xml: string, encoding: BufferEncoding = 'utf8') {
  try {
    return checkSignature(Buffer.from(xml, encoding), new Date());
  } catch (error) {
    const { code, message } = error as Error & { code: string };
    return [code, message];
  }
}

const FORMS: [string, Change][] = [
  ['inclusive', {}],
  ['inclusive by its name', { reference: { transforms: [ENVELOPED, INCLUSIVE] } }],
  [
    'exclusive',
    {
      signer: { canonicalizationAlgorithm: EXCLUSIVE },
      reference: { transforms: [ENVELOPED, EXCLUSIVE] },
    },
  ],
  [
    'SHA-256',
    { signer: { signatureAlgorithm: RSA_SHA256 }, reference: { digestAlgorithm: SHA256 } },
  ],
];

test.each(FORMS)('%s: verified, and refused for an altered document', (_, change) => {
  const xml = signed(XML, OWN, change);
  expect(problemOf(xml)).toBeUndefined();
  expect(problemOf(xml.replace('<cbc:ID>', '<!-- not signed --><cbc:ID>'))).toBeUndefined();
  const altered = xml.replace('>118.00<', '>1.18<');
  expect(problemOf(altered)).toEqual(['2335', 'Incorrect reference digest value']);
});

test('the other encoding that SUNAT accepts is verified', () => {
  const xml = VALID.replace('UTF-8', 'ISO-8859-1');
  expect(problemOf(xml, 'latin1')).toBeUndefined();
});

const replaced = (from: string | RegExp, to: string) => {
  const xml = VALID.replace(from, to);
  expect(xml).not.toBe(VALID);
  return xml;
};
const signature = /<ds:Signature .*<\/ds:Signature>/.exec(VALID)?.[0] ?? '';
const keyInfo = (xml: string) => /<ds:KeyInfo>.*<\/ds:KeyInfo>/.exec(xml)?.[0] ?? '';
const byAnother = keyInfo(signed(XML, identity()));
const partly = { xpath: "//*[local-name(.)='PaymentTerms']", isEmptyUri: false };

test.each<[what: string, problem: [code: string, message: unknown], xml: () => string]>([
  ['none', ['2085', '2085'], () => XML],
  ['one without an Id', ['2085', '2085'], () => replaced(` Id="${SIGNATURE_ID}"`, '')],
  ['in another place', ['2085', '2085'], () => moved()],
  ['two', ['2335', 'more than one signature'], () => replaced(signature, signature + signature)],
  ['no certificate', ['2101', '2101'], () => replaced(keyInfo(VALID), '')],
  ['an unreadable certificate', ['2325', '2325'], () => replaced(/(?<=X509Certificate>)M/, 'A')],
  ['an expired certificate', ['2327', '2327'], () => signed(XML, identity(-1))],
  [
    'the certificate of another',
    ['2335', 'Incorrect signature value'],
    () => replaced(keyInfo(VALID), byAnother),
  ],
  [
    'a digest of other text',
    ['2335', 'Incorrect signature value'],
    () => replaced(/(?<=DigestValue>)./, '_'),
  ],
  ['a part of the document', ['2090', '2090'], () => signed(XML, OWN, { reference: partly })],
  [
    'another reference',
    ['2090', '2090'],
    () => replaced(/<ds:Reference.*<\/ds:Reference>/, '$&$&'),
  ],
  [
    'not enveloped',
    ['2335', 'not enveloped'],
    () => signed(XML, OWN, { reference: { transforms: [INCLUSIVE] } }),
  ],
  [
    'an unknown algorithm',
    ['2335', 'unsupported algorithm urn:unknown'],
    () => replaced(`${DS}rsa-sha1`, 'urn:unknown'),
  ],
  ['text that is no XML', ['0306', expect.any(String)], () => VALID.slice(0, 200)],
])('%s is refused', (_, problem, xml) => {
  expect(problemOf(xml())).toEqual(problem);
});

const moved = () => replaced(signature, '').replace('</Invoice>', `${signature}</Invoice>`);
