/** Texts of a service as they can be stored and shown. */

/** Characters of a text that are kept. */
const MAX_TEXT = 500;

/** The beginning of a text, in whole characters: PostgreSQL reads no JSON that has half of one. */
export const cut = (text: string, length = MAX_TEXT): string =>
  text.slice(0, length).toWellFormed();

/**
 * A string or number of JSON as text, without control characters, of which PostgreSQL stores no
 * NUL; '' for anything else.
 */
export const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).replace(/\p{Cc}+/gu, ' ')
    : '';
