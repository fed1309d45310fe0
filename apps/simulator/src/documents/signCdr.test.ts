/**
 * Every CDR is signed so that a library verifies it, but those that are badly signed on purpose.
 */
import { verify, X509Certificate } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DOMParser, type Element } from '@xmldom/xmldom';
import got from 'got';
import { SignedXml } from 'xml-crypto';
import { type Answer, consult, control, send, start } from '../../testing/client.js';
import { boleta, factura, nameOf } from '../../testing/invoices.js';
import { unzip } from './zip.js';

let simulator: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  simulator = await start();
});
afterAll(() => simulator.stop());

const certificateOf = (url: string) => got(`${url}/control/certificado`).text();
const xmlOf = ({ content }: Answer) =>
  unzip(content ?? Buffer.alloc(0))
    .at(-1)
    ?.content.toString() ?? '';

/** Whether a library verifies the signature with the certificate of the authority. */
async function verified(answer: Answer): Promise<boolean> {
  const xml = xmlOf(answer);
  const [node] = new DOMParser()
    .parseFromString(xml, 'text/xml')
    .getElementsByTagNameNS('http://www.w3.org/2000/09/xmldsig#', 'Signature');
  if (!node) return false;
  const signed = new SignedXml({
    publicCert: await certificateOf(simulator.url),
    getCertFromKeyInfo: () => null,
  });
  try {
    signed.loadSignature(node as Element as never);
    return signed.checkSignature(xml);
  } catch {
    return false;
  }
}

test('a library verifies every CDR with the certificate of the authority', async () => {
  const own = factura({ number: 1 });
  expect(await verified(await send(simulator.url, own))).toBe(true);
  expect(await verified(await consult(simulator.url, 'getStatusCdr', own))).toBe(true);
  const marks = boleta({ number: 2 });
  await control(simulator.url, 'siguiente', { resultado: 'observado', documento: nameOf(marks) });
  expect(await verified(await send(simulator.url, marks))).toBe(true);
});

/** By which certificate, and whether with its key. */
async function signatureOf(answer: Answer): Promise<string> {
  const [, info, value = '', certificate = ''] =
    /<SignedInfo>(.*)<SignatureValue>([^<]*)<.*<X509Certificate>([^<]*)</s.exec(xmlOf(answer)) ??
    [];
  if (info === undefined) return 'unsigned';
  const { publicKey, raw } = new X509Certificate(Buffer.from(certificate, 'base64'));
  const own = raw.equals(new X509Certificate(await certificateOf(simulator.url)).raw);
  const signed = Buffer.from(`<SignedInfo xmlns="http://www.w3.org/2000/09/xmldsig#">${info}`);
  const right = verify('sha512', signed, publicKey, Buffer.from(value, 'base64'));
  return `${own ? 'own' : 'other'} certificate, ${right ? 'its' : 'another'} key`;
}

let last = 0;

test.each([
  ['sin-firma', 'unsigned'],
  ['firma-ajena', 'other certificate, its key'],
  ['firma-falsa', 'own certificate, another key'],
  // the digest is that of another text
  ['cdr-alterado', 'own certificate, its key'],
])('the signature of a CDR with the outcome %s is not valid: %s', async (resultado, signature) => {
  const facts = boleta({ series: 'B002', number: ++last });
  await control(simulator.url, 'siguiente', { resultado, documento: nameOf(facts) });
  const answer = await send(simulator.url, facts);
  expect(await verified(answer)).toBe(false);
  expect(await signatureOf(answer)).toBe(signature);
});

test('the certificate is created once for a folder; only its owner can read the key', async () => {
  const before = await certificateOf(simulator.url);
  const again = await start({ folder: simulator.folder });
  expect(await certificateOf(again.url)).toBe(before);
  await again.stop();
  const other = await start();
  expect(await certificateOf(other.url)).not.toBe(before);
  await other.stop();
  expect(new X509Certificate(before).subject).toBe('CN=Simulador de SUNAT (sin valor)');
  expect(await readdir(simulator.folder)).toContain('firmante.key');
  expect((await stat(join(simulator.folder, 'firmante.key'))).mode & 0o777).toBe(0o600);
});

test('an authority that is not strict signs nothing', async () => {
  const lax = await start({ strict: false });
  expect(xmlOf(await send(lax.url, boleta({ number: 3 })))).not.toContain('<SignatureValue>');
  await lax.stop();
});
