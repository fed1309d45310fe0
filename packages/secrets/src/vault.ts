/**
 * Envelope encryption (AES-256-GCM): each secret is encrypted under a data key of its own, and that
 * key under the master key. Both are bound to a context such as `certificate:7`, and are opened for
 * no other. A new master key re-encrypts only the data keys.
 *
 * The bytes of a sealed secret: version (1) · id of the master key (4) · data key (iv 12, tag 16,
 * text 32) · secret (iv 12, tag 16, text).
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export interface Vault {
  seal(plain: Buffer, context: string): Buffer;
  /** @throws SealBroken when it was sealed for another context or key, or was changed */
  open(sealed: Buffer, context: string): Buffer;
  /** Re-encrypts the data key under the current master key, if it is under a previous one. */
  rewrap(sealed: Buffer, context: string): Buffer;
}

export class SealBroken extends Error {
  override name = 'SealBroken';
}

/** @param previous master keys that still open what they sealed */
export function createVault(masterKey: Buffer, previous: readonly Buffer[] = []): Vault {
  const current = idOf(masterKey);
  const keys = new Map([...previous, masterKey].map((key) => [idOf(key).toString('hex'), key]));

  function seal(plain: Buffer, context: string): Buffer {
    const dataKey = randomBytes(32);
    return Buffer.concat([
      HEAD,
      current,
      encrypt(masterKey, dataKey, `key of ${context}`),
      encrypt(dataKey, plain, context),
    ]);
  }

  function open(sealed: Buffer, context: string): Buffer {
    return decrypt(openDataKey(sealed, context), sealed.subarray(SECRET_AT), context);
  }

  function rewrap(sealed: Buffer, context: string): Buffer {
    const dataKey = openDataKey(sealed, context);
    if (sealed.subarray(1, KEY_AT).equals(current)) return sealed;
    return Buffer.concat([
      HEAD,
      current,
      encrypt(masterKey, dataKey, `key of ${context}`),
      sealed.subarray(SECRET_AT),
    ]);
  }

  function openDataKey(sealed: Buffer, context: string): Buffer {
    const key = keys.get(sealed.subarray(1, KEY_AT).toString('hex'));
    if (sealed[0] !== HEAD[0] || !key)
      throw new SealBroken(`${context}: sealed with an unknown master key`);
    return decrypt(key, sealed.subarray(KEY_AT, SECRET_AT), `key of ${context}`);
  }

  return { seal, open, rewrap };
}

const HEAD = Buffer.of(1);
const KEY_AT = 5;
const SECRET_AT = KEY_AT + 12 + 16 + 32;

function idOf(masterKey: Buffer): Buffer {
  if (masterKey.length !== 32) throw new Error('a master key has 32 bytes');
  return createHash('sha256').update('rafaga master key').update(masterKey).digest().subarray(0, 4);
}

function encrypt(key: Buffer, plain: Buffer, context: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

function decrypt(key: Buffer, sealed: Buffer, context: string): Buffer {
  if (sealed.length < 28) throw new SealBroken(`${context}: too short`);
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), {
    authTagLength: 16,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
  } catch {
    throw new SealBroken(`${context}: sealed for something else, or changed since`);
  }
}
