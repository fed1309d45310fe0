/** The number of a document as a form sends it. */

export const MAX_NUMBER = 99_999_999;

/** Undefined when the text is no number from 1 to MAX_NUMBER. */
export const readNumber = (text: string): number | undefined =>
  /^[1-9]\d{0,7}$/.test(text) ? Number(text) : undefined;
