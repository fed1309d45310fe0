/**
 * The cookie of a browser that has just sent a form: until the replicas must have what the form
 * changed, its pages are read at the primary. The browser forgets it by itself, so that the panels
 * of several machines need not tell each other.
 */
import { cookieValue } from './cookie.js';

const nameOf = (secure: boolean): string => (secure ? '__Host-rafaga_cambio' : 'rafaga_cambio');

export const hasJustChanged = (header: string | undefined, secure: boolean): boolean =>
  cookieValue(header, nameOf(secure)) !== undefined;

/** @param maxLagMs how old the reads at a replica may be */
export const changeHeader = (maxLagMs: number, secure: boolean): string =>
  `${nameOf(secure)}=1; Path=/; Max-Age=${Math.ceil(maxLagMs / 1_000) + 1}; HttpOnly; ` +
  `SameSite=Strict${secure ? '; Secure' : ''}`;
