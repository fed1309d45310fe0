/**
 * Certificates are read from PKCS#12 and PEM files as common programs write them, and each fault
 * of a file is named.
 */
import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  X509Certificate,
} from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import forge from 'node-forge';
import { PBES2, PSS, RC2, STORED } from '../testing/stores.js';
import { CERTIFICATE_PROBLEMS, type CertificateProblemCode } from './certificateProblem.js';
import { costOf } from './cost.js';
import { readCertificate, type SigningCertificate } from './readCertificate.js';
import { selfSigned } from './selfSigned.js';

const { asn1, pki, pkcs12 } = forge;
const SUBJECT = { ruc: '20123456786', legalName: 'Ñandú & Cía. "El Sol" S.A.C.' };
let own: SigningCertificate;
let other: SigningCertificate;
beforeAll(async () => {
  [own, other] = await Promise.all([
    selfSigned(SUBJECT),
    selfSigned({ ...SUBJECT, ruc: '20999999999' }),
  ]);
});

const certPem = ({ certificate }: SigningCertificate) =>
  new X509Certificate(certificate).toString();
const keyOf = ({ privateKey }: SigningCertificate) =>
  createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
const keyPem = (key: KeyObject, passphrase?: string) =>
  key.export({
    type: 'pkcs8',
    format: 'pem',
    ...(passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase }),
  } as never) as string;
const file = (...parts: string[]) => Buffer.from(parts.join('\n'));

type StoreOptions = NonNullable<Parameters<typeof pkcs12.toPkcs12Asn1>[3]>;

/** A PKCS#12 as forge writes it: 3DES, or AES within PBES2. */
function p12(
  password: string,
  options: StoreOptions = {},
  certificates = [certPem(own)],
  key: string | null = keyPem(keyOf(own)),
): Buffer {
  const store = pkcs12.toPkcs12Asn1(
    key === null ? (null as never) : pki.privateKeyFromPem(key),
    certificates.map((pem) => pki.certificateFromPem(pem)),
    password,
    options,
  );
  return Buffer.from(asn1.toDer(store).getBytes(), 'latin1');
}

const problemOf = (bytes: Buffer, password = 'clave') =>
  readCertificate(bytes, password).then(
    () => 'none',
    ({ reason, message }: { reason: CertificateProblemCode; message: string }) =>
      message === CERTIFICATE_PROBLEMS[reason] ? reason : message,
  );

test('a self-signed certificate has the RUC, dates and a valid signature', () => {
  expect(own.subjectRuc).toBe(SUBJECT.ruc);
  expect(new X509Certificate(own.certificate).subject).toContain('CN=Ñandú & Cía.');
  expect(own.notBefore < new Date() && own.notAfter > new Date(Date.now() + 365 * 86_400_000)).toBe(
    true,
  );
  expect(own.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(
    new X509Certificate(own.certificate).verify(new X509Certificate(own.certificate).publicKey),
  ).toBe(true);
});

test.each<[string, StoreOptions]>([
  ['3DES', { algorithm: '3des' }],
  ['AES-256 within PBES2', { algorithm: 'aes256' }],
  ['AES-128 within PBES2, many iterations', { algorithm: 'aes128', count: 5000 }],
])('PKCS#12 with %s is read', async (_, options) => {
  expect(await readCertificate(p12('Clave-2026', options), 'Clave-2026')).toEqual(own);
});

test('PKCS#12 with RC2, as old tools write it, is read', async () => {
  const { certificate, subjectRuc } = await readCertificate(Buffer.from(RC2, 'base64'), 'clave');
  expect(new X509Certificate(certificate).fingerprint).toBe(STORED);
  expect(subjectRuc).toBe('20123456786');
});

test.each(['señal-ñ', 'clave con espacios', 'çλ€', ''])(
  'PKCS#12 with the password %p is read',
  async (password) => {
    expect(await readCertificate(p12(password, { algorithm: '3des' }), password)).toEqual(own);
  },
);

test('PKCS#12 with PBES2 and a password that is not ASCII is read', async () => {
  const bytes = Buffer.from(PBES2, 'base64');
  expect(new X509Certificate((await readCertificate(bytes, 'señá€')).certificate).fingerprint).toBe(
    STORED,
  );
  expect(await problemOf(bytes, 'señá')).toBe('wrong_password');
});

test('the certificate of the private key is chosen among several', async () => {
  expect(await readCertificate(p12('clave', {}, [certPem(other), certPem(own)]), 'clave')).toEqual(
    own,
  );
  expect(await readCertificate(file(certPem(other), certPem(own), keyPem(keyOf(own))), '')).toEqual(
    own,
  );
});

test('of several certificates and keys, the pair that is valid longest is chosen', async () => {
  const renewed = pki.certificateFromPem(certPem(own));
  renewed.validity.notAfter = new Date(own.notAfter.getTime() + 365 * 86_400_000);
  renewed.sign(pki.privateKeyFromPem(keyPem(keyOf(own))), forge.md.sha256.create());
  const pem = pki.certificateToPem(renewed);
  const until = async (bytes: Buffer) => (await readCertificate(bytes, 'clave')).notAfter;
  for (const pems of [
    [certPem(own), pem],
    [pem, certPem(own)],
  ])
    expect(await until(p12('clave', {}, pems))).toEqual(renewed.validity.notAfter);
  const [mine, theirs] = [keyPem(keyOf(own)), keyPem(keyOf(other))];
  const both = await readCertificate(file(certPem(other), theirs, pem, mine), 'clave');
  expect(both).toMatchObject({ subjectRuc: SUBJECT.ruc, notAfter: renewed.validity.notAfter });
  // an earlier key with another password
  const earlier = keyPem(keyOf(other), 'otra');
  expect(await until(file(certPem(other), earlier, pem, mine))).toEqual(renewed.validity.notAfter);
  const encrypted = keyPem(keyOf(own), 'clave');
  expect(await problemOf(file(pem, encrypted, theirs), 'otra clave')).toBe('wrong_password');
});

test('PEM is read in any order, with its key encrypted or not', async () => {
  expect(await readCertificate(file(certPem(own), keyPem(keyOf(own))), '')).toEqual(own);
  expect(
    await readCertificate(
      file('Bag Attributes', keyPem(keyOf(own), 'clave'), certPem(own)),
      'clave',
    ),
  ).toEqual(own);
  const pkcs1 = keyOf(own).export({ type: 'pkcs1', format: 'pem' }) as string;
  expect(await readCertificate(file(pkcs1, certPem(own)), '')).toEqual(own);
});

test('every problem has its reason and message', async () => {
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const pss = generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey;
  const weak = pki.createCertificate();
  weak.publicKey = pki.setRsaPublicKey(
    pki.privateKeyFromPem(keyPem(small)).n,
    pki.privateKeyFromPem(keyPem(small)).e,
  );
  weak.validity.notAfter = new Date(Date.now() + 86_400_000);
  weak.sign(pki.privateKeyFromPem(keyPem(small)));
  const expected: [CertificateProblemCode, Buffer, string?][] = [
    ['too_big', Buffer.alloc(65_537)],
    ['not_certificate', Buffer.from('hola')],
    ['not_certificate', Buffer.alloc(0)],
    ['not_certificate', Buffer.from('3003020103', 'hex')],
    ['not_certificate', file('-----BEGIN CERTIFICATE-----', 'AAAA', '-----END CERTIFICATE-----')],
    ['wrong_password', p12('clave'), 'otra'],
    ['wrong_password', p12('clave', { algorithm: '3des' }), ''],
    ['wrong_password', file(certPem(own), keyPem(keyOf(own), 'clave')), 'otra'],
    ['wrong_password', file(certPem(own), keyPem(keyOf(own), 'clave')), ''],
    ['no_key', file(certPem(own))],
    ['no_key', own.certificate],
    ['no_certificate', file(keyPem(keyOf(own)))],
    ['key_mismatch', file(certPem(other), keyPem(keyOf(own)))],
    ['key_mismatch', p12('clave', {}, [certPem(other)])],
    ['not_rsa', file(certPem(own), keyPem(ec))],
    ['rsa_pss', file(certPem(own), keyPem(pss))],
    ['rsa_pss', Buffer.from(PSS, 'base64')],
    ['weak_key', file(pki.certificateToPem(weak), keyPem(small))],
    ['too_slow', p12WithIterations(1_000_001)],
    ['too_slow', p12WithIterations(2 ** 31 - 1)],
  ];
  for (const [reason, bytes, password] of expected)
    expect([reason, await problemOf(bytes, password)]).toEqual([reason, reason]);
});

/** What forge encrypts the key with, beside the MAC. */
const IN_THE_BAG = 2_048;

test('an excessive iteration count is refused unopened, and a hidden one is stopped', async () => {
  const bomb = p12WithIterations(2 ** 31 - 1);
  expect(costOf(bomb)).toBe(2 ** 31 - 1 + IN_THE_BAG);
  const hidden = p12WithHiddenIterations();
  expect(costOf(hidden)).toBe(0);
  expect(await problemOf(hidden)).toBe('too_slow');
});

test('the cost of arbitrary bytes is zero', () => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.alloc(5000, 0x30),
    Buffer.alloc(5000, 0x80),
    Buffer.from('308280', 'hex'),
    Buffer.alloc(5000, 0x04),
  ]) {
    expect(costOf(bytes)).toBe(0);
  }
});

test('the iterations of all parts of a file are counted together', async () => {
  const both = p12WithIterations(1_000_000 - 1);
  expect(costOf(both)).toBe(1_000_000 - 1 + IN_THE_BAG);
  expect(await problemOf(both)).toBe('too_slow');
});

test('the cost of scrypt is infinite', () => {
  expect(costOf(Buffer.from('300b06092b06010401da47040b', 'hex'))).toBe(Number.POSITIVE_INFINITY);
});

/** A store whose MAC demands this many iterations. */
function p12WithIterations(iterations: number): Buffer {
  const store = asn1.fromDer(p12('clave').toString('latin1'));
  const mac = (store.value as forge.asn1.Asn1[])[2]?.value as forge.asn1.Asn1[];
  mac[2] = asn1.create(
    asn1.Class.UNIVERSAL,
    asn1.Type.INTEGER,
    false,
    asn1.integerToDer(iterations).getBytes(),
  );
  return Buffer.from(asn1.toDer(store).getBytes(), 'latin1');
}

/**
 * A store without MAC that demands eight million iterations where `costOf` does not find them: in
 * an octet string of several pieces, which BER allows.
 */
function p12WithHiddenIterations(): Buffer {
  const store = asn1.fromDer(
    p12('clave', { algorithm: 'aes256', count: 40_000 }).toString('latin1'),
  );
  const [version, content] = store.value as [
    forge.asn1.Asn1,
    { value: [forge.asn1.Asn1, { value: [forge.asn1.Asn1] }] },
  ];
  const [, wrapped] = content.value;
  const bytes = (wrapped.value[0].value as string).replaceAll(
    '\x02\x03\x00\x9c\x40',
    '\x02\x03\x7f\xff\xff',
  );
  const pieces = [bytes.slice(0, 20), bytes.slice(20)].map((piece) => octets(false, piece));
  wrapped.value = [octets(true, pieces)];
  store.value = [version, content as never];
  return Buffer.from(asn1.toDer(store).getBytes(), 'latin1');
}

function octets(constructed: boolean, value: string | forge.asn1.Asn1[]): forge.asn1.Asn1 {
  return asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OCTETSTRING, constructed, value as never);
}
