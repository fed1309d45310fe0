/** Formats numbers, dates and codes as they are written in Peru. */
import {
  type Cents,
  CURRENCY,
  type Currency,
  type Decimal,
  limaTime,
  type Scaled,
  toCents,
  toScaled,
} from '@rafaga/fiscal';

/** The usual names of identity documents, catalogue 06. */
export const CLIENT_DOCUMENT: Readonly<Record<string, string>> = {
  '0': 'Documento',
  '1': 'DNI',
  '4': 'Carné de extranjería',
  '6': 'RUC',
  '7': 'Pasaporte',
  A: 'Cédula diplomática',
  B: 'Documento del país',
  C: 'TIN',
  D: 'IN',
  E: 'TAM',
  F: 'PTP',
  G: 'Salvoconducto',
  H: 'CPP',
};

/** The usual abbreviations of units; other units are printed by their code. */
export const UNIT: Readonly<Record<string, string>> = {
  NIU: 'und',
  ZZ: 'serv',
  KGM: 'kg',
  GRM: 'g',
  LTR: 'l',
  MLT: 'ml',
  MTR: 'm',
  MTK: 'm²',
  MTQ: 'm³',
  TNE: 't',
  HUR: 'h',
  BX: 'caja',
  PK: 'paq',
  BG: 'bolsa',
  BO: 'botella',
  CA: 'lata',
  DZN: 'docena',
  GLL: 'galón',
  SET: 'juego',
  PR: 'par',
  MIL: 'millar',
  CEN: 'ciento',
};

const grouped = (digits: string) =>
  digits.length <= 3 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** 123450n -> '1,234.50' */
function amount(cents: Cents): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/** -123450n -> 'S/ -1,234.50', with the hyphen that spreadsheets and ticket printers know. */
export const money = (cents: Cents, currency: Currency): string =>
  `${CURRENCY[currency].symbol} ${plain(cents)}`;

/** Like `money`, with no-break spaces, for use within a text. */
export const moneyInText = (cents: Cents, currency: Currency): string =>
  money(cents, currency).replaceAll(' ', '\u00a0');

/** Like `money`, without the currency, for columns. */
export const plain = (cents: Cents): string => `${cents < 0n ? '-' : ''}${amount(cents)}`;

/** Formats an amount that the sale has as text. */
export const given = (text: Decimal, currency: Currency): string => money(toCents(text), currency);

/** The decimals of a scaled number. */
export const PLACES = 10;

/** Formats a price or quantity with its decimals, at least `least` and at most `most` of them. */
export function decimal(value: Scaled, least: number, most: number): string {
  const digits = String(rounded(value, most)).padStart(most + 1, '0');
  const point = digits.length - most;
  let end = digits.length;
  while (end > point + least && digits.charCodeAt(end - 1) === ZERO) end--;
  return grouped(digits.slice(0, point)) + (end > point ? `.${digits.slice(point, end)}` : '');
}

const ZERO = 0x30;

/** A quantity or price that is printed with all its places is not divided: each line has two. */
function rounded(value: Scaled, places: number): bigint {
  if (places === PLACES) return value;
  const unit = 10n ** BigInt(PLACES - places);
  return (value + unit / 2n) / unit;
}

/** '12.50' -> '12.5 %' */
export const percent = (text: Decimal): string => rate(toScaled(text));

/** The XML has up to five decimals of a percent. */
export const rate = (value: Scaled): string => `${decimal(value, 0, 5)} %`;

/** ' 10 %' for a factor of 0.1; nothing for one that was computed, which has more decimals. */
export const share = (factor: Scaled | undefined): string =>
  factor === undefined || factor % SHARE !== 0n ? '' : ` ${rate(factor * 100n)}`;

/** A factor whose percent has two decimals. */
const SHARE = 10n ** BigInt(PLACES - 4);

/** The hour in Lima: '09:05'. */
export const hour = (at: Date): string => limaTime(at).slice(0, 5);
