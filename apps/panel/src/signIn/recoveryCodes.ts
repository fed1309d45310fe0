/** Recovery codes: ten of 50 random bits each, in letters that are hard to confuse. */
import { randomBytes } from 'node:crypto';
import { hashSecret } from '@rafaga/secrets';

const COUNT = 10;
/** Crockford's base 32: without i, l, o and u. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: COUNT }, () => {
    const code = Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % 32]).join('');
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });

/** Hashes a typed code; capitals, spaces and hyphens do not matter. */
export const recoveryHash = (typed: string, pepper: Buffer): Buffer =>
  hashSecret(`recovery:${plain(typed)}`, pepper);

const plain = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1');
