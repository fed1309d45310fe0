/**
 * Makes other programs' texts safe to print in a terminal: they cannot begin a line or control it.
 */

/** Control characters, other line ends, and characters that change the direction of writing. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Escapes each such character, as `\u001b`; JSON in one line keeps its meaning. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, escaped);

const escaped = (character: string): string =>
  character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
