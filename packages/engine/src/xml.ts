/**
 * Writes text and amounts as canonical XML 1.0, so that the written bytes are those that are
 * digested. Each character of the result is one byte of UTF-8: encoding only the values beyond
 * ASCII, not whole lines, makes 500 lines a sixth faster.
 */
import { type Cents, type Currency, centsText, type Scaled, scaledText } from '@rafaga/fiscal';

/** Escapes and encodes text between tags. */
export const text = (value: string): string => utf8(escaped(value));

/** Escapes text between tags; a parser would drop a carriage return that is not a reference. */
export function escaped(value: string): string {
  return /[&<>\r]/.test(value)
    ? value.replace(/[&<>\r]/g, (sign) => TEXT[sign as keyof typeof TEXT])
    : value;
}

/** Escapes and encodes a value between double quotes. */
export const attribute = (value: string): string => utf8(escapedAttribute(value));

/** Escapes a value between double quotes. */
export function escapedAttribute(value: string): string {
  return /[&<"\t\n\r]/.test(value)
    ? value.replace(/[&<"\t\n\r]/g, (sign) => ATTRIBUTE[sign as keyof typeof ATTRIBUTE])
    : value;
}

/** The encoding of these texts for Buffer: one character is one byte. */
export const ENCODING = 'latin1';

function utf8(value: string): string {
  return BEYOND_ASCII.test(value) ? Buffer.from(value).toString(ENCODING) : value;
}

/** An amount with its currency, which SUNAT requires on each (2071). */
export function amount(tag: string, currency: Currency, value: Cents): string {
  return `<cbc:${tag} currencyID="${currency}">${centsText(value)}</cbc:${tag}>`;
}

/** At least two decimals, as the guides write rates and prices: 18n * ONE is '18.00'. */
export function twoPlaces(value: Scaled): string {
  const written = scaledText(value);
  const point = written.indexOf('.');
  if (point === -1) return `${written}.00`;
  return written.length - point < 3 ? `${written}0` : written;
}

const BEYOND_ASCII = /[\u0080-\uffff]/;
const TEXT = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' } as const;
const ATTRIBUTE = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
} as const;
