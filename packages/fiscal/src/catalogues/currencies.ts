/**
 * SUNAT catalogue 02 (ISO 4217): the currencies that a sale may be made in, and how legend 1000
 * names them.
 */
export const CURRENCY = {
  PEN: { words: 'SOLES', symbol: 'S/', label: 'Sol' },
  USD: { words: 'DÓLARES AMERICANOS', symbol: 'US$', label: 'Dólar estadounidense' },
  EUR: { words: 'EUROS', symbol: '€', label: 'Euro' },
} as const;
