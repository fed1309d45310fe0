/**
 * One cookie: 256 random bits. `__Host-` binds it to this host and to https; on this machine, over
 * http, a plain name.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const nameOf = (secure: boolean): string => (secure ? '__Host-rafaga' : 'rafaga_panel');

export const newCookie = (): string => randomBytes(32).toString('base64url');

export function readCookie(header: string | undefined, secure: boolean): string | undefined {
  const name = nameOf(secure);
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=');
    if (key === name && value && /^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}

export function cookieHeader(value: string | 'gone', secure: boolean): string {
  const life = value === 'gone' ? '=; Max-Age=0' : `=${value}`;
  return `${nameOf(secure)}${life}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

/** What the database knows a session by. */
export const sessionId = (cookie: string): Buffer => createHash('sha256').update(cookie).digest();

/**
 * What every form carries: only who can read the cookie, or a page that was made for it, knows it.
 */
export const formTokenOf = (cookie: string): string =>
  createHmac('sha256', cookie).update('form').digest('base64url');

export function isFormToken(given: string, cookie: string): boolean {
  const [left, right] = [given, formTokenOf(cookie)].map((text) =>
    createHash('sha256').update(text).digest(),
  ) as [Buffer, Buffer];
  return timingSafeEqual(left, right);
}
