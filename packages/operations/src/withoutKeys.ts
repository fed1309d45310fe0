/** Removes the keys of stored files from error texts for people. */

/** A key in brackets, as in errors of older versions, and a key inside a sentence. */
const IN_BRACKETS = /\s?\[([^\s[\]]*)\]/g;
const KEY = /(?:packs\/|(?<!\d)\d{11}\/)[^\s:,»]+/g;

export const withoutKeys = (text: string): string =>
  text
    .replace(IN_BRACKETS, (whole, inside: string) => (inside.includes('/') ? '' : whole))
    .replace(KEY, '(guardado)');
