/** Which texts of an operator are no printed line: the rule of names and addresses. */

/**
 * The line ends of Unicode too, which some readers of XML change: the signature fails for them. And
 * U+FFFD, which stands where bytes of the form were not UTF-8.
 */
const UNPRINTED = /[\p{C}\p{Zl}\p{Zp}\ufffd]/u;

/** Whether a text has a line end, a control character, or another that is never printed. */
export const hasUnprinted = (text: string): boolean => UNPRINTED.test(text);
