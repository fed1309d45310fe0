/**
 * The session cookie: 256 random bits. Over https its name begins with `__Host-`, which binds it to
 * this host; over http on this machine it is a plain name.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Whether browsers reach the panel over https. */
export const isSecure = ({ url }: { url: URL }): boolean => url.protocol === 'https:';

const nameOf = (secure: boolean): string => (secure ? '__Host-rafaga' : 'rafaga_panel');

export const newCookie = (): string => randomBytes(32).toString('base64url');

export function readCookie(header: string | undefined, secure: boolean): string | undefined {
  const value = cookieValue(header, nameOf(secure));
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** The value of the cookie of this name. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=');
    if (key === name && value) return value;
  }
  return undefined;
}

export function cookieHeader(value: string | 'gone', secure: boolean): string {
  const life = value === 'gone' ? '=; Max-Age=0' : `=${value}`;
  return `${nameOf(secure)}${life}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

/** The key of a session in the database, which does not have the cookie itself. */
export const sessionId = (cookie: string): Buffer => createHash('sha256').update(cookie).digest();

/**
 * The token that every form carries. It can be computed from the cookie, or read from a page made
 * for it.
 */
export const formTokenOf = (cookie: string): string =>
  createHmac('sha256', cookie).update('form').digest('base64url');

/**
 * Signs the token together with the user that opened the page, who is then known even after the
 * session has ended.
 */
export const ownedFormToken = (token: string, userId: number, pepper: Buffer): string =>
  `${token}.${userId}.${ownerSignature(token, userId, pepper)}`;

export const isFormToken = (given: string, cookie: string): boolean =>
  isSame(given.split('.')[0] ?? '', formTokenOf(cookie));

/** The user that opened the page of a form; undefined when this panel did not sign the token. */
export function ownerOfForm(given: string, pepper: Buffer): number | undefined {
  const [token = '', owner = '', signature = ''] = given.split('.');
  const userId = Number(owner);
  return /^\d{1,9}$/.test(owner) && isSame(signature, ownerSignature(token, userId, pepper))
    ? userId
    : undefined;
}

const ownerSignature = (token: string, userId: number, pepper: Buffer): string =>
  createHmac('sha256', pepper).update(`form ${token} of ${userId}`).digest('base64url');

function isSame(given: string, expected: string): boolean {
  const [left, right] = [given, expected].map((text) =>
    createHash('sha256').update(text).digest(),
  ) as [Buffer, Buffer];
  return timingSafeEqual(left, right);
}
