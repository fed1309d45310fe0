/**
 * The credentials of a calling system: `rk_…` identifies it; `rs_…` authenticates it and is stored
 * as an HMAC.
 */
import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';

export interface NewCredential {
  apiKey: string;
  /** Shown once and not stored. */
  apiSecret: string;
}

/**
 * The key has 119 random bits, the secret 256. The last six characters of each are a checksum, so
 * that secret scanners recognise leaked ones.
 */
export function newCredential(): NewCredential {
  return { apiKey: checked('rk_', 20), apiSecret: checked('rs_', 43) };
}

/** Whether a text has the form and the checksum of a key. */
export function isApiKey(text: string): boolean {
  return /^rk_[0-9A-Za-z]{26}$/.test(text) && checkOf(text.slice(0, -CHECK)) === text.slice(-CHECK);
}

/** The pepper is not in the database, so that stolen hashes cannot be attacked offline. */
export function hashSecret(secret: string, pepper: Buffer): Buffer {
  return createHmac('sha256', pepper).update(secret).digest();
}

/** Takes the same time for a wrong secret and for a missing hash. */
export function sameSecret(secret: string, hash: Buffer | undefined, pepper: Buffer): boolean {
  const same = timingSafeEqual(hashSecret(secret, pepper), hash?.length === 32 ? hash : NO_HASH);
  return same && hash !== undefined;
}

const NO_HASH = Buffer.alloc(32);
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECK = 6;

function checked(prefix: string, length: number): string {
  const body = prefix + Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return body + checkOf(body);
}

function checkOf(body: string): string {
  const digest = createHash('sha256').update(body).digest();
  return Array.from(digest.subarray(0, CHECK), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
