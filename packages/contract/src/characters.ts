/**
 * Checks texts of requests for characters that XML 1.0 cannot contain, counts their characters and
 * makes them fit one printed line.
 */

/** Any character outside the Char production of XML 1.0, unpaired surrogates, and U+FEFF. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

export const hasForbidden = (text: string): boolean => FORBIDDEN.test(text);

/** The first of them with its place, from 1: 'U+FEFF, en la posición 1'. */
export function namedForbidden(text: string): string {
  const at = text.search(FORBIDDEN);
  const code = (text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `U+${code}, en la posición ${Array.from(text.slice(0, at)).length + 1}`;
}

/** Whether a text has more characters than a limit; a surrogate pair is one character. */
export const longerThan = (text: string, limit: number): boolean =>
  text.length > limit && (text.length > 2 * limit || Array.from(text).length > limit);

/**
 * A text for one line of print: runs of tabs and line ends become a space, and the ends are
 * trimmed. The line ends of Unicode too, which XML 1.0 leaves and some of its readers change: for
 * these the signature does not hold, and two such documents pause a business.
 */
export const oneLine = (text: string): string =>
  BREAK.test(text)
    ? text.replace(/[\s\u0085]+/g, (run) => (BREAK.test(run) ? ' ' : run)).trim()
    : text.trim();

const BREAK = /[\t\r\n\u0085\u2028\u2029]/;

/**
 * The same for texts in which SUNAT admits no white space but the space (rules 2022, 3006, 4269):
 * other white space, as a pasted no-break space, becomes a space.
 */
export const plainLine = (text: string): string => oneLine(text.replace(/[^\S\t\r\n ]/gu, ' '));

/** A text of several lines, which end with a line feed each. */
export const manyLines = (text: string): string =>
  text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').trim();

/**
 * Whether nothing of a text is printed: it has white space and characters without a glyph alone, as
 * U+200B, U+00AD, U+3164 and the Braille pattern without dots.
 */
export const isBlank = (text: string): boolean => !PRINTED.test(text);

const PRINTED = /[^\s\u0085\u2800\p{Default_Ignorable_Code_Point}]/u;

/**
 * Whether a text has fewer characters than a limit, without white space at the ends, of which
 * U+0085 is part here.
 */
export function shorterThan(text: string, limit: number): boolean {
  const own = (text.includes('\u0085') ? text.replaceAll('\u0085', ' ') : text).trim();
  return own.length < 2 * limit && Array.from(own).length < limit;
}
