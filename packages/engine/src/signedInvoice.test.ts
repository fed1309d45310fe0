/**
 * A signed document is verified by an independent library, canonical, repeatable, and keeps any
 * text unchanged.
 */
import { generateKeyPairSync } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { DOMParser } from '@xmldom/xmldom';
import fc from 'fast-check';
import { XmlDocument } from 'libxml2-wasm';
import { SignedXml } from 'xml-crypto';
import { anIssuer, aPricedSale } from '../testing/pricedSale.js';
import { readZip } from './readZip.js';
import { signedInvoice } from './signedInvoice.js';
import { createSigner, type Digest } from './signer.js';
import { zipOne } from './zipOne.js';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }) as string;
const signerWith = (digest: Digest, privateKey = keys.privateKey) =>
  createSigner({
    certificate: Buffer.from('a certificate that is not read here'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
    digest,
  });
const signer = signerWith('sha1');
const sign = (priced = aPricedSale(), own = signer) =>
  signedInvoice({ priced, issuer: anIssuer, number: 7, issueTime: '10:20:30' }, own);

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

/** Whether a library that shares nothing with our code verifies the signature. */
function verified(xml: string): boolean {
  const node = new DOMParser()
    .parseFromString(xml, 'text/xml')
    .getElementsByTagNameNS(DSIG, 'Signature')[0];
  const verifier = new SignedXml({ publicCert: publicKey, getCertFromKeyInfo: () => null });
  try {
    verifier.loadSignature(node as unknown as Parameters<SignedXml['loadSignature']>[0]);
    return verifier.checkSignature(xml);
  } catch {
    return false;
  }
}

test.each(['sha1', 'sha256'] as const)(
  'an independent library verifies the %s signature',
  async (digest) => {
    const { xml } = await sign(aPricedSale(), signerWith(digest));
    expect(verified(xml.toString())).toBe(true);
  },
);

test('documents that are signed concurrently keep their own bytes', async () => {
  const counts = [1, 400, 2, 30];
  const [line] = aPricedSale().lines;
  const all = await Promise.all(
    counts.map((count) => sign({ ...aPricedSale(), lines: Array(count).fill(line) })),
  );
  expect(all.map(({ xml }) => xml.toString().split('<cac:InvoiceLine>').length - 1)).toEqual(
    counts,
  );
  expect(all.map(({ xml }) => verified(xml.toString()))).toEqual(counts.map(() => true));
});

test.each([1024, 2047, 4096])(
  'the signature of a key of %i bits has the expected size',
  async (modulusLength) => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength });
    const { xml } = await sign(aPricedSale(), signerWith('sha256', privateKey));
    expect(xml.toString()).toMatch(/<\/ds:KeyInfo><\/ds:Signature><\/ext:ExtensionContent>/);
    expect(XmlDocument.fromBuffer(xml).root.name).toBe('Invoice');
  },
);

test.each([
  ['an amount', '118.00</cbc:PayableAmount>', '117.00</cbc:PayableAmount>'],
  ['a name', 'Ana Quispe', 'Ana Quispf'],
  ['an attribute', 'schemeID="1"', 'schemeID="4"'],
  ['a white space', '</cac:InvoiceLine>', '</cac:InvoiceLine> '],
  ['the issuer', '<cbc:ID>20123456786</cbc:ID>', '<cbc:ID>20123456787</cbc:ID>'],
  ['the algorithm', '#rsa-sha1"', '#rsa-sha256"'],
  ['the digest', '<ds:DigestValue>', '<ds:DigestValue>A'],
  ['the signature', '<ds:SignatureValue>', '<ds:SignatureValue>AAAA'],
])('no verifier accepts it once %s is altered', async (_, from, to) => {
  const xml = (await sign()).xml.toString();
  expect(xml).toContain(from);
  expect(verified(xml.replace(from, to))).toBe(false);
});

test('the canonical form by libxml2 has the same bytes', async () => {
  const { xml } = await sign();
  expect(canonical(xml.toString())).toBe(
    xml.toString().slice('<?xml version="1.0" encoding="UTF-8"?>\n'.length),
  );
});

test('the returned digest is the one in the document', async () => {
  const { xml, digest } = await sign();
  expect(xml.toString()).toContain(`<ds:DigestValue>${digest}</ds:DigestValue>`);
});

test('the same sale signed twice gives the same bytes', async () => {
  expect((await sign()).xml.equals((await sign()).xml)).toBe(true);
});

test.each([1, 2, 100])(
  'the XML of %i lines is packed in parts that are inflated as one',
  async (count) => {
    const [line] = aPricedSale().lines;
    const priced = { ...aPricedSale(), lines: Array(count).fill(line) };
    for (const own of [signer, signerWith('sha256')]) {
      const { xml, packed } = await sign(priced, own);
      expect(inflateRawSync(packed).equals(xml)).toBe(true);
      expect(readZip(zipOne('R-1.xml', xml, packed)).bytes.equals(xml)).toBe(true);
    }
  },
);

test('the QR names issuer, document, tax, total, date and client', async () => {
  expect((await sign()).qr).toBe('20123456786|03|B001|7|18.00|118.00|2026-03-01|1|12345678|');
});

test('a key that is not RSA is refused when the signer is created', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const der = privateKey.export({ type: 'pkcs8', format: 'der' });
  expect(() =>
    createSigner({ certificate: Buffer.alloc(1), privateKey: der, digest: 'sha1' }),
  ).toThrow(TypeError);
});

test('any text that the contract admits is read back unchanged by another parser', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, hostile, async (name, description, code) => {
      const priced = aPricedSale(
        { client: { documentType: '1', document: '1', name, address: name, email: code } },
        { description, code },
      );
      const xml = (await sign(priced)).xml.toString();
      expect(canonical(xml)).toBe(xml.slice(xml.indexOf('<Invoice')));
      const [read, readDescription, readCode] = read3(xml);
      expect([read, readDescription, readCode]).toEqual([name, description, code]);
    }),
    { numRuns: 60 },
  );
});

/** Any text of XML 1.0, with characters that often break XML writers. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '&',
        '<',
        '>',
        '"',
        "'",
        ']]>',
        '<![CDATA[',
        '&amp;',
        '&#0;',
        '\r\n',
        '\r',
        '\t',
        '\n',
        '--',
        '<?',
        '\u0085',
        '\u2028',
        '😀',
        'ñ',
        '漢',
        ' ',
      ),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map(
    (parts) =>
      parts
        .join('')
        .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/gu, '') ||
      '-',
  );

/** Frees the document afterwards, because the garbage collector cannot free libxml2's memory. */
function reading<T>(xml: string, look: (document: XmlDocument) => T): T {
  const document = XmlDocument.fromString(xml);
  try {
    return look(document);
  } finally {
    document.dispose();
  }
}

const canonical = (xml: string): string =>
  reading(xml, (document) => document.canonicalizeToString());

const UBL = {
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};
const PLACES = [
  '//cac:AccountingCustomerParty//cbc:RegistrationName',
  '//cac:Item/cbc:Description',
  '//cac:SellersItemIdentification/cbc:ID',
];

const read3 = (xml: string): (string | undefined)[] =>
  reading(xml, (document) => PLACES.map((place) => document.get(place, UBL)?.content));
