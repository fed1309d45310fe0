/**
 * The cookie that identifies a browser, independently of its sessions: 256 random bits with the
 * panel's signature, so that an invented one costs no query. The database has the hash of its
 * token.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DEVICE_LIFE_MS } from '@rafaga/db';
import { cookieValue } from './cookie.js';

/** A browser that came back with a cookie of this panel. */
export interface Device {
  cookie: string;
  tokenHash: Buffer;
}

const nameOf = (secure: boolean): string => (secure ? '__Host-rafaga_equipo' : 'rafaga_equipo');

export function newDevice(pepper: Buffer): Device {
  const token = randomBytes(32).toString('base64url');
  return deviceOf(token, `${token}.${signature(token, pepper).toString('base64url')}`);
}

/** @returns undefined without the cookie, or when this panel did not sign it */
export function readDevice(
  header: string | undefined,
  secure: boolean,
  pepper: Buffer,
): Device | undefined {
  const cookie = cookieValue(header, nameOf(secure));
  const [, token = '', signed = ''] = /^([\w-]{43})\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
  const given = Buffer.from(signed, 'base64url');
  const expected = signature(token, pepper);
  return given.length === expected.length && timingSafeEqual(given, expected)
    ? deviceOf(token, `${token}.${signed}`)
    : undefined;
}

export const deviceHeader = (cookie: string, secure: boolean): string =>
  `${nameOf(secure)}=${cookie}; Path=/; Max-Age=${DEVICE_LIFE_MS / 1_000}; HttpOnly; ` +
  `SameSite=Strict${secure ? '; Secure' : ''}`;

const deviceOf = (token: string, cookie: string): Device => ({
  cookie,
  tokenHash: createHash('sha256').update(token).digest(),
});

const signature = (token: string, pepper: Buffer): Buffer =>
  createHmac('sha256', pepper).update(`device ${token}`).digest();
