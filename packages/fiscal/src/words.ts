/** Writes an amount in words, for legend 1000: «SON CIENTO DIECIOCHO CON 00/100 SOLES». */
import { CURRENCY, type Currency } from './catalogues/currencies.js';
import type { Cents } from './priced.js';

const UNITS = [
  '',
  'UNO',
  'DOS',
  'TRES',
  'CUATRO',
  'CINCO',
  'SEIS',
  'SIETE',
  'OCHO',
  'NUEVE',
  'DIEZ',
  'ONCE',
  'DOCE',
  'TRECE',
  'CATORCE',
  'QUINCE',
  'DIECISÉIS',
  'DIECISIETE',
  'DIECIOCHO',
  'DIECINUEVE',
  'VEINTE',
  'VEINTIUNO',
  'VEINTIDÓS',
  'VEINTITRÉS',
  'VEINTICUATRO',
  'VEINTICINCO',
  'VEINTISÉIS',
  'VEINTISIETE',
  'VEINTIOCHO',
  'VEINTINUEVE',
] as const;
const TENS = [
  '',
  '',
  '',
  'TREINTA',
  'CUARENTA',
  'CINCUENTA',
  'SESENTA',
  'SETENTA',
  'OCHENTA',
  'NOVENTA',
] as const;
const HUNDREDS = [
  '',
  'CIENTO',
  'DOSCIENTOS',
  'TRESCIENTOS',
  'CUATROCIENTOS',
  'QUINIENTOS',
  'SEISCIENTOS',
  'SETECIENTOS',
  'OCHOCIENTOS',
  'NOVECIENTOS',
] as const;

/** @param cents below a million millions of soles: the XML has twelve digits at most */
export function amountInWords(cents: Cents, currency: Currency): string {
  const whole = Number(cents / 100n);
  const rest = String(cents % 100n).padStart(2, '0');
  return (
    `SON ${whole === 0 ? 'CERO' : cardinal(whole)} CON ${rest}/100 ` + `${CURRENCY[currency].words}`
  );
}

function cardinal(value: number): string {
  const millions = Math.floor(value / 1_000_000);
  const rest = value % 1_000_000;
  return join(
    millions === 0
      ? ''
      : millions === 1
        ? 'UN MILLÓN'
        : `${apocopated(belowMillion(millions))} MILLONES`,
    belowMillion(rest),
  );
}

function belowMillion(value: number): string {
  const thousands = Math.floor(value / 1000);
  return join(
    thousands === 0 ? '' : thousands === 1 ? 'MIL' : `${apocopated(belowThousand(thousands))} MIL`,
    belowThousand(value % 1000),
  );
}

function belowThousand(value: number): string {
  if (value === 100) return 'CIEN';
  return join(HUNDREDS[Math.floor(value / 100)] ?? '', belowHundred(value % 100));
}

function belowHundred(value: number): string {
  if (value < 30) return UNITS[value] ?? '';
  const tens = TENS[Math.floor(value / 10)] ?? '';
  const units = UNITS[value % 10] ?? '';
  return units === '' ? tens : `${tens} Y ${units}`;
}

/** Shortens «uno» before a noun: VEINTIÚN MIL, TREINTA Y UN MILLONES. */
function apocopated(words: string): string {
  if (words.endsWith('VEINTIUNO')) return `${words.slice(0, -3)}ÚN`;
  return words.endsWith('UNO') ? words.slice(0, -1) : words;
}

function join(left: string, right: string): string {
  return left === '' || right === '' ? left + right : `${left} ${right}`;
}
