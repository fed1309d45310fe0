/**
 * The cookie of a browser that has just sent a form. Until the replicas must have the change, its
 * pages are read from the primary. The cookie expires by itself, and no panel has to tell another.
 */
import { cookieValue } from './cookie.js';

const nameOf = (secure: boolean): string => (secure ? '__Host-rafaga_cambio' : 'rafaga_cambio');

export const hasJustChanged = (header: string | undefined, secure: boolean): boolean =>
  cookieValue(header, nameOf(secure)) !== undefined;

/** @param maxLagMs how old the reads at a replica may be */
export const changeHeader = (maxLagMs: number, secure: boolean): string =>
  `${nameOf(secure)}=1; Path=/; Max-Age=${Math.ceil(maxLagMs / 1_000) + 1}; HttpOnly; ` +
  `SameSite=Strict${secure ? '; Secure' : ''}`;
