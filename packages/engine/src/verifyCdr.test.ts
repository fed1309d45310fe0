/**
 * The signature of a CDR is valid only if it covers the whole CDR and a registered certificate
 * made it.
 */
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import {
  anIdentity,
  EXCLUSIVE,
  INCLUSIVE,
  RSA,
  signedCdr,
  unsignedCdr,
} from '../testing/signedCdr.js';
import { parseCdr } from './parseCdr.js';
import { readCdr } from './readCdr.js';
import { cdrSigner, verifyCdr } from './verifyCdr.js';
import { zipOne } from './zipOne.js';

const sunat = anIdentity();
const known = [cdrSigner(sunat.certificate)];
const state = (xml: string, signers = known) => verifyCdr(Buffer.from(xml), signers).state;

const FORMS: [name: string, signing: Parameters<typeof signedCdr>[2]][] = [
  ["SUNAT's: exclusive, RSA-SHA512, digest SHA-1", {}],
  [
    "an OSE's: RSA-SHA256, no form of its own",
    {
      algorithm: RSA('sha256'),
      digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
      transform: undefined,
    },
  ],
  ['RSA-SHA1, inclusive', { form: INCLUSIVE, transform: INCLUSIVE, algorithm: RSA('sha1') }],
  [
    'the forms with comments',
    { form: `${EXCLUSIVE}WithComments`, transform: `${EXCLUSIVE}WithComments` },
  ],
  ['without its certificate', { keyInfo: false }],
];

test.each(FORMS)('a CDR that another library signed is valid: %s', (_, signing) => {
  expect(verifyCdr(Buffer.from(signedCdr(unsignedCdr(), sunat, signing)), known)).toEqual({
    state: 'valid',
    fingerprint: known[0]?.fingerprint,
  });
});

test('a signature that names a hundred and one prefixes is broken', () => {
  const list = Array.from({ length: 101 }, (_, i) => `p${i}`).join(' ');
  const xml = signedCdr(unsignedCdr(), sunat).replace(
    /<((?:\w+:)?Transform) (Algorithm="[^"]*exc-c14n#")\/>/,
    `<$1 $2><x:InclusiveNamespaces xmlns:x="${EXCLUSIVE}" PrefixList="${list}"/></$1>`,
  );
  expect(xml).toContain(list);
  expect(verifyCdr(Buffer.from(xml), known)).toEqual({
    state: 'broken',
    reason: 'La firma de la constancia nombra demasiados prefijos',
  });
});

const UNUSUAL_XML: [name: string, parts: Parameters<typeof unsignedCdr>[0]][] = [
  ['a comment amid text', { extra: '<cbc:Note>42<!-- not here -->52</cbc:Note>' }],
  [
    'namespaces declared deep and again',
    { extra: '<x xmlns="u:a"><y xmlns="u:a" xmlns:cbc="u:b" cbc:k="1" a="2"/><z xmlns=""/></x>' },
  ],
  ['attributes to be sorted', { extra: '<x b="1" a="2" cac:z="3" cbc:a="4" xml:lang="es"/>' }],
  ['line ends and tabs', { extra: '<x a="1&#9;2&#13;">&#13;\r\n\t</x>' }],
];

test.each(UNUSUAL_XML)(
  'a CDR with unusual XML that another library signed is valid: %s',
  (_, parts) => {
    for (const [, signing] of FORMS)
      expect(state(signedCdr(unsignedCdr(parts), sunat, signing))).toBe('valid');
  },
);

test('a CDR in ISO-8859-1 is digested by its characters', () => {
  const xml = signedCdr(unsignedCdr(), sunat).replace('UTF-8', 'ISO-8859-1');
  expect(verifyCdr(Buffer.from(xml, 'latin1'), known).state).toBe('valid');
});

test('elements that SUNAT adds after KeyInfo are not signed', () => {
  const xml = signedCdr(unsignedCdr(), sunat).replace(
    '</Signature>',
    '<Proposito>Cumple proposito</Proposito></Signature>',
  );
  expect(state(xml)).toBe('valid');
});

test('a certificate that is only in the CDR is an unknown signer', () => {
  const other = anIdentity();
  expect(state(signedCdr(unsignedCdr(), other))).toBe('unknown_signer');
  expect(state(signedCdr(unsignedCdr(), other, { keyInfo: false }))).toBe('unknown_signer');
  expect(state(signedCdr(unsignedCdr(), sunat), [])).toBe('unknown_signer');
});

test.each([
  ['before it was valid', anIdentity('261201', '341231'), {}],
  ['after it had ended', anIdentity('250101', '261101'), {}],
  ['before the days it is registered for', sunat, { from: new Date('2026-11-22') }],
  ['after the days it is registered for', sunat, { until: new Date('2026-11-20') }],
])('a certificate is accepted only within its dates: %s', (_, identity, days) => {
  const signers = [cdrSigner(identity.certificate, days)];
  expect(state(signedCdr(unsignedCdr(), identity), signers)).toBe('unknown_signer');
});

test('a certificate may be registered for two periods', () => {
  const signers = [
    cdrSigner(sunat.certificate, { until: new Date('2026-01-01') }),
    cdrSigner(sunat.certificate, { from: new Date('2026-06-01') }),
  ];
  expect(state(signedCdr(unsignedCdr(), sunat), signers)).toBe('valid');
});

const original = signedCdr(unsignedCdr(), sunat);

test.each([
  ['its code', '>0</cbc:ResponseCode>', '>2017</cbc:ResponseCode>'],
  ['a white space', '<cac:DocumentResponse>', '<cac:DocumentResponse> '],
  ['an attribute', 'b="&#10;', 'b="&#9;'],
  ['a field more', '<cac:DocumentResponse>', '<cac:DocumentResponse><cbc:Note>4252</cbc:Note>'],
  ['the digest of something else', /<DigestValue>..../, '<DigestValue>AAAA'],
  ['half a digest', /<DigestValue>(.{8})[^<]*/, '<DigestValue>$1'],
  ['no digest', /<DigestValue>[^<]*/, '<DigestValue>'],
  ['the value of another signature', /<SignatureValue>..../, '<SignatureValue>AAAA'],
  ['a weaker algorithm', 'rsa-sha512', 'rsa-sha256'],
  [
    'a keyed hash for a signature',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
  ],
  ['no reference', /<Reference[\s\S]*<\/Reference>/, ''],
  ['a reference to a part', 'URI=""', 'URI="#a-part"'],
  ['a reference without URI', ' URI=""', ''],
  [
    'a filter that keeps less',
    /<Transform Algorithm="[^"]*enveloped-signature"\/>/,
    '<Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/>',
  ],
  [
    'a transformation more',
    '</Transforms>',
    '<Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/></Transforms>',
  ],
])('a CDR is broken after this change: %s', (_, before, after) => {
  const changed = original.replace(before, after);
  expect(changed).not.toBe(original);
  expect(state(changed)).toBe('broken');
});

test('a reference to the identifier of the root is valid, and to no other element', () => {
  const named = signedCdr(unsignedCdr({ root: ' Id="all"' }), sunat, { uri: '#all' });
  expect(state(named)).toBe('valid');
  // the signed root wrapped by another one, whose fields would be read
  const root = named.slice(named.indexOf('<ar:'));
  const wrapped = named.replace(
    root,
    root
      .replace('Id="all"', '')
      .replace(/<Signature[\s\S]*<\/Signature>/, (signature) =>
        signature.replace(
          '</Signature>',
          `<Object>${root.replace(/<Signature[\s\S]*<\/Signature>/, '')}</Object></Signature>`,
        ),
      ),
  );
  expect(state(wrapped)).toBe('broken');
});

test('a second signature anywhere makes the CDR broken', () => {
  const [signature] = /<Signature[\s\S]*<\/Signature>/.exec(original) ?? [];
  expect(
    state(original.replace('</cac:DocumentResponse>', `${signature}</cac:DocumentResponse>`)),
  ).toBe('broken');
  expect(state(original.replace('</Signature>', `${signature}</Signature>`))).toBe('broken');
});

test("a missing signature, and the placeholder of SUNAT's beta, are absent", () => {
  expect(state(unsignedCdr())).toBe('absent');
  expect(
    state(
      original.replace(
        /<SignatureValue>[^<]*/,
        "<SignatureValue>*Private key 'BetaPublicCert' not up*",
      ),
    ),
  ).toBe('absent');
  expect(state(original.replace(/<SignatureValue>[^<]*/, '<SignatureValue>'))).toBe('absent');
});

test('a certificate whose key is not RSA is an unknown signer', () => {
  const { publicKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  expect(
    state(
      original,
      known.map((one) => ({ ...one, key })),
    ),
  ).toBe('unknown_signer');
});

test('a CDR with an unreadable certificate is broken', () => {
  expect(state(original.replace(/<X509Certificate>..../, '<X509Certificate>AAAA'))).toBe('broken');
});

test('a parsed CDR has the same fields and signature as its ZIP and its XML', () => {
  const expected = { ruc: '20123456786', type: '03', series: 'B001', number: 1 };
  for (const [, signing] of FORMS) {
    const xml = Buffer.from(signedCdr(unsignedCdr(), sunat, signing));
    const zip = zipOne('R-20123456786-03-B001-1.xml', xml);
    const parsed = parseCdr(zip);
    expect(parsed).toMatchObject({ zip, xml });
    expect(verifyCdr(parsed, known)).toEqual(verifyCdr(xml, known));
    expect(readCdr(parsed, expected)).toEqual(readCdr(zip, expected));
  }
});
