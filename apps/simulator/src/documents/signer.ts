/**
 * The certificate and key with which this authority signs its CDRs: self-signed, created once for
 * each folder.
 */
import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface CdrSigner {
  /** X.509 in DER. */
  certificate: Buffer;
  key: KeyObject;
}

/** Reads the signer of the folder; creates and stores it at the first start. */
export async function openSigner(folder: string): Promise<CdrSigner> {
  const [keyFile, certificateFile] = [join(folder, 'firmante.key'), join(folder, 'firmante.pem')];
  try {
    const [key, pem] = await Promise.all([
      readFile(keyFile, 'utf8'),
      readFile(certificateFile, 'utf8'),
    ]);
    return {
      key: createPrivateKey(key),
      certificate: Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64'),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const signer = await newSigner();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(keyFile, signer.key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  await writeFile(certificateFile, pemOf(signer.certificate));
  return signer;
}

export function pemOf(certificate: Buffer): string {
  const lines = certificate.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

export async function newSigner(): Promise<CdrSigner> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
  });
  const name = der(
    0x30,
    der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from('Simulador de SUNAT (sin valor)')))),
  );
  const [from, until] = ['200101000000Z', '491231235959Z'].map((time) =>
    der(0x17, Buffer.from(time)),
  ) as [Buffer, Buffer];
  const serial = der(2, Buffer.concat([Buffer.of(1), randomBytes(15)]));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const body = der(0x30, serial, RSA_SHA256, name, der(0x30, from, until), name, spki);
  const value = await promisify(sign)('sha256', body, privateKey);
  return { certificate: der(0x30, body, RSA_SHA256, der(3, Buffer.of(0), value)), key: privateKey };
}

/** Encodes one ASN.1 value in DER, as far as a version 1 certificate needs it. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

const COMMON_NAME = Buffer.from('0603550403', 'hex');
const RSA_SHA256 = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
