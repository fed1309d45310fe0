/** Errors as people read them: where a file rests is the machine's business. */

/** A key of the store in brackets, as errors ended once, and one in the middle of a sentence. */
const IN_BRACKETS = /\s*\[[^\s[\]]*\/[^\s[\]]*\]/g;
const KEY = /(?:packs\/|(?<!\d)\d{11}\/)[^\s:,»]+/g;

export const withoutKeys = (text: string): string =>
  text.replace(IN_BRACKETS, '').replace(KEY, '(guardado)');
