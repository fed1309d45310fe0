/** SUNAT catalogue 02 (ISO 4217): the currencies that a sale may be made in. */
interface CurrencyRow {
  /** Its name in legend 1000. */
  words: string;
  symbol: string;
  /** Its name on paper. */
  name: string;
  /** Its name in a list to choose from. */
  unit: string;
  /** The largest banknote, in cents. */
  note: bigint;
  /** In soles: one is worth a sol at least, and has never cost more than this. */
  mostSoles: bigint;
}

export const CURRENCY = {
  PEN: { words: 'SOLES', symbol: 'S/', name: 'Soles', unit: 'Sol', note: 200_00n, mostSoles: 1n },
  USD: {
    words: 'DÓLARES AMERICANOS',
    symbol: 'US$',
    name: 'Dólares americanos',
    unit: 'Dólar',
    note: 100_00n,
    mostSoles: 5n,
  },
  EUR: { words: 'EUROS', symbol: '€', name: 'Euros', unit: 'Euro', note: 500_00n, mostSoles: 5n },
} as const satisfies Record<string, CurrencyRow>;

export type Currency = keyof typeof CURRENCY;
export type ForeignCurrency = Exclude<Currency, 'PEN'>;

export const CURRENCIES = Object.keys(CURRENCY) as Currency[];
/** Those that have an exchange rate. */
export const FOREIGN_CURRENCIES = CURRENCIES.filter((each) => each !== 'PEN') as ForeignCurrency[];
