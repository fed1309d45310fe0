/**
 * The second factor: six digits that change every 30 seconds, as authenticator apps compute them
 * (RFC 6238 with SHA-1).
 */
import { Secret, TOTP } from 'otpauth';

/** What authenticator apps show beside the e-mail address. */
const APPLICATION = 'Ráfaga';
const PERIOD_S = 30;
/** One step before and one after: the clocks of telephones differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;

export const newSecret = (): Buffer => Buffer.from(new Secret({ size: SECRET_BYTES }).bytes);

const totpOf = (secret: Buffer, label = ''): TOTP =>
  new TOTP({
    issuer: APPLICATION,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: secretOf(secret),
  });

const secretOf = (bytes: Buffer): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/** The time step of the code, or undefined. Spaces that a person types are ignored. */
export function stepOf(secret: Buffer, code: string, now: Date): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / PERIOD_S) + delta;
}

/** The secret as text, for a person who cannot scan the QR code. */
export const base32 = (secret: Buffer): string => secretOf(secret).base32;

/** The content of the QR code. */
export const enrolmentUri = (secret: Buffer, email: string): string =>
  totpOf(secret, email).toString();
