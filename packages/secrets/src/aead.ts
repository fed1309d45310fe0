/** AES-256-GCM bound to a context, under a random nonce: nonce (12) · tag (16) · text. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Sealed for another context or another key, or changed since. */
export class SealBroken extends Error {
  override name = 'SealBroken';
}

const NONCE = 12;
const TAG_END = NONCE + 16;

export function encrypt(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** @throws SealBroken */
export function decrypt(key: Buffer, sealed: Buffer, context: string): Buffer {
  if (sealed.length < TAG_END) throw new SealBroken(`${context}: too short`);
  const nonce = sealed.subarray(0, NONCE);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(NONCE, TAG_END));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(TAG_END)), decipher.final()]);
  } catch {
    throw new SealBroken(`${context}: sealed for something else, or changed since`);
  }
}
