/**
 * The key of an installation that signs what it archives: Ed25519, so that a third party checks a
 * signature with openssl and the public key alone.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

export interface ArchiveSigner {
  /** 32 raw bytes. */
  publicKey: Buffer;
  sign(bytes: Buffer): Buffer;
}

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const BEGIN = /(?=-----BEGIN)/;
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** @param seed the private key: 32 raw bytes */
export function archiveSigner(seed: Buffer): ArchiveSigner {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return { publicKey: spki.subarray(SPKI.length), sign: (bytes) => sign(null, bytes, key) };
}

export const isArchiveSignature = (publicKey: Buffer, bytes: Buffer, signature: Buffer): boolean =>
  verify(null, bytes, publicKeyOf(publicKey), signature);

/** The public key as a file that openssl reads. */
export const archiveKeyPem = (publicKey: Buffer): string =>
  publicKeyOf(publicKey).export({ format: 'pem', type: 'spki' }).toString();

/**
 * The keys of a file as `archiveKeyPem` writes it, one or several, with or without text before.
 * @throws for any other file
 */
export const archiveKeysOf = (text: string): Buffer[] =>
  text
    .slice(Math.max(0, text.search(BEGIN)))
    .split(BEGIN)
    .map((each) => {
      const spki = createPublicKey(each).export({ format: 'der', type: 'spki' });
      if (!spki.subarray(0, SPKI.length).equals(SPKI)) throw new Error('not an Ed25519 key');
      return spki.subarray(SPKI.length);
    });

const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' });
