/** Checks a typed exchange rate: what one unit costs in soles. */

/** A rate beyond these is a slip of the decimal point. */
export const isExchangeRate = (text: string): boolean => /^[1-9]\d?(\.\d{1,6})?$/.test(text);
