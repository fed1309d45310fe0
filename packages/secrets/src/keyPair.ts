/** X25519 keys as 32 raw bytes: random ones, and those derived from a master key. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** The program that opens a secret. */
export type Program = 'worker' | 'panel';

export const newPrivateKey = (): Buffer => randomBytes(32);

/** The private key of a program in an installation with one master key. */
export function derivedKey(masterKey: Buffer, program: Program): Buffer {
  if (masterKey.length !== 32) throw new Error('a master key has 32 bytes');
  const purpose = `rafaga private key of the ${program}`;
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), purpose, 32));
}

/** The public key of a private one. */
export const publicOf = (privateKey: Buffer): Buffer =>
  rawPublicKey(createPublicKey(privateKeyOf(privateKey)));

/** Identifies the key that sealed a secret, without revealing anything about it. */
export const keyId = (publicKey: Buffer): Buffer =>
  createHash('sha256').update('rafaga public key').update(publicKey).digest().subarray(0, 4);

const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex');
const SPKI = Buffer.from('302a300506032b656e032100', 'hex');

export const privateKeyOf = (raw: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, raw]), format: 'der', type: 'pkcs8' });

export const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' });

export const rawPublicKey = (key: KeyObject): Buffer =>
  key.export({ format: 'der', type: 'spki' }).subarray(SPKI.length);
