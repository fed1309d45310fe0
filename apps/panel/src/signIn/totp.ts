/**
 * The second factor: six digits that change every 30 seconds. RFC 6238 over RFC 4226, as every
 * authenticator app counts them.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const PERIOD_S = 30;
const DIGITS = 6;
/** A step before and a step after: clocks of telephones. */
const DRIFT = 1;

export const newSecret = (): Buffer => randomBytes(20);

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / PERIOD_S);

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hmac = createHmac('sha1', secret).update(counter).digest();
  const offset = (hmac.at(-1) ?? 0) & 0xf;
  return String((hmac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step whose code this is, or undefined. People type codes with spaces. */
export function stepOf(secret: Buffer, code: string, now: Date): number | undefined {
  const typed = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(typed)) return undefined;
  const current = stepAt(now);
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => current - DRIFT + index);
  return steps.find((step) =>
    timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(typed)),
  );
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32, in groups of four: what is typed where no QR can be read. */
export function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** What the QR says. */
export function enrolmentUri(secret: Buffer, email: string): string {
  const label = encodeURIComponent(`Ráfaga:${email}`);
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent('Ráfaga')}&algorithm=SHA1&digits=${DIGITS}&period=${PERIOD_S}`;
}
