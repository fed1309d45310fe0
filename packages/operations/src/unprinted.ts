/** Finds texts that cannot be a printed line, as names and addresses must be. */

/**
 * Includes Unicode's line ends, which some XML readers change, so that the signature fails for
 * them; and U+FFFD, which replaces bytes of the form that were not UTF-8.
 */
const UNPRINTED = /[\p{C}\p{Zl}\p{Zp}\ufffd]/u;

/**
 * Whether a text has a line end, a control character, or another character that is never printed.
 */
export const hasUnprinted = (text: string): boolean => UNPRINTED.test(text);
