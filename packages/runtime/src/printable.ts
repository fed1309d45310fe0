/** Texts of others that a terminal shows: they neither begin a line nor steer it. */

/** Control characters, other line ends, and what changes the direction of writing. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** One line, with `\u001b` in place of each such character; JSON in one line keeps its meaning. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, escaped);

const escaped = (character: string): string =>
  character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
