/**
 * SUNAT catalogue 02 (ISO 4217): the currencies that a sale may be made in. `words` is their name
 * in legend 1000, `name` their name on paper.
 */
export const CURRENCY = {
  PEN: { words: 'SOLES', symbol: 'S/', name: 'Soles' },
  USD: { words: 'DÓLARES AMERICANOS', symbol: 'US$', name: 'Dólares americanos' },
  EUR: { words: 'EUROS', symbol: '€', name: 'Euros' },
} as const satisfies Record<string, { words: string; symbol: string; name: string }>;

export type Currency = keyof typeof CURRENCY;

export const CURRENCIES = Object.keys(CURRENCY) as Currency[];
