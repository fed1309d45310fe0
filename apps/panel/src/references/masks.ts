/** Masks for personal data: enough stays readable to tell two people apart. */

/** 4567**** */
export const maskDocument = (text: string): string =>
  text.slice(0, Math.max(0, text.length - 4)).padEnd(text.length, '*');

/** M**** Q***** */
export const maskName = (text: string): string =>
  text.replace(
    /(\p{L})[\p{L}\p{M}]+/gu,
    (word, first: string) => first + '*'.repeat(Math.min([...word].length - 1, 6)),
  );
