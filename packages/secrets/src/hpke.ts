/**
 * Seals bytes to a public key as RFC 9180 (HPKE) defines it: base mode, DHKEM(X25519, HKDF-SHA256),
 * HKDF-SHA256, AES-256-GCM, one message for each ephemeral key. The public key seals, and only the
 * private key opens.
 *
 * It uses node:crypto alone: the libraries for HPKE work on Web Crypto, which is asynchronous and
 * in Node 20 warns that its X25519 is experimental. The test holds it against one of them.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { publicKeyOf, rawPublicKey } from './keyPair.js';

/** The ephemeral public key and the tag that sealing adds. */
export const HPKE_OVERHEAD = 32 + 16;

interface Message {
  /** The purpose of the key, the same on both sides. */
  info: string;
  /** What the message is bound to. */
  aad: string;
}

/** @returns ephemeral public key (32) · text · tag (16) */
export function sealTo(publicKey: Buffer, plain: Buffer, { info, aad }: Message): Buffer {
  const ephemeral = generateKeyPairSync('x25519');
  const encapsulated = rawPublicKey(ephemeral.publicKey);
  const secret = diffieHellman({
    privateKey: ephemeral.privateKey,
    publicKey: publicKeyOf(publicKey),
  });
  const { key, nonce } = keySchedule(secret, encapsulated, publicKey, info);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(aad));
  return Buffer.concat([encapsulated, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws when it was sealed to another key, for another message, or was changed */
export function openSealed(
  privateKey: KeyObject,
  publicKey: Buffer,
  sealed: Buffer,
  { info, aad }: Message,
): Buffer {
  const encapsulated = sealed.subarray(0, 32);
  const tagAt = sealed.length - 16;
  const secret = diffieHellman({ privateKey, publicKey: publicKeyOf(encapsulated) });
  const { key, nonce } = keySchedule(secret, encapsulated, publicKey, info);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
    .setAAD(Buffer.from(aad))
    .setAuthTag(sealed.subarray(tagAt));
  return Buffer.concat([decipher.update(sealed.subarray(32, tagAt)), decipher.final()]);
}

const EMPTY = Buffer.alloc(0);
const VERSION = Buffer.from('HPKE-v1');
const KEM = Buffer.from('KEM\x00\x20', 'latin1');
const SUITE = Buffer.from('HPKE\x00\x20\x00\x01\x00\x02', 'latin1');
const BASE_MODE = Buffer.of(0);

/** RFC 9180, sections 4.1 and 5.1. */
function keySchedule(dh: Buffer, encapsulated: Buffer, recipient: Buffer, info: string) {
  const extracted = extract(KEM, EMPTY, 'eae_prk', dh);
  const parties = Buffer.concat([encapsulated, recipient]);
  const shared = expand(KEM, extracted, 'shared_secret', parties, 32);
  const context = Buffer.concat([
    BASE_MODE,
    extract(SUITE, EMPTY, 'psk_id_hash', EMPTY),
    extract(SUITE, EMPTY, 'info_hash', Buffer.from(info)),
  ]);
  const secret = extract(SUITE, shared, 'secret', EMPTY);
  return {
    key: expand(SUITE, secret, 'key', context, 32),
    nonce: expand(SUITE, secret, 'base_nonce', context, 12),
  };
}

/** LabeledExtract. */
const extract = (suite: Buffer, salt: Buffer, label: string, material: Buffer): Buffer =>
  hmac(salt, VERSION, suite, Buffer.from(label), material);

/** LabeledExpand, for at most one block. */
const expand = (suite: Buffer, key: Buffer, label: string, info: Buffer, length: number): Buffer =>
  hmac(
    key,
    ...[Buffer.of(0, length), VERSION, suite, Buffer.from(label), info, Buffer.of(1)],
  ).subarray(0, length);

const hmac = (key: Buffer, ...parts: Buffer[]): Buffer =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest();
