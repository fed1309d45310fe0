/** Reads the sample programs out of the page /docs, as a reader would copy them. */

/** The programs in a language, in the order of the page. */
export const programsOf = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`<figure class="${language}">[^]*?<code>([^]*?)</code>`, 'g'))].map(
    ([, code]) => unescaped(code as string),
  );

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** The id of the document that a program has issued, from what it printed. */
export const idIn = (output: string): number => Number(/["' ]?\bid["']?: ?(\d+)/.exec(output)?.[1]);

export const isIssue = (text: string): boolean => text.includes('Idempotency-Key');

/** The program that repeats a sale, and the pause before its first repetition. */
export const PAUSE = /\bpausa ?= ?1\b/;
