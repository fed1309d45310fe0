/** Numbers, dates and codes as people in Peru read them. */
import type { Cents, Currency, Scaled } from '@rafaga/fiscal';

const SYMBOL: Record<Currency, string> = { PEN: 'S/', USD: 'US$', EUR: '€' };
export const CURRENCY_NAME: Record<Currency, string> = { PEN: 'Soles', USD: 'Dólares americanos', EUR: 'Euros' };

/** Catalogue 06, as it is said at a counter. */
export const CLIENT_DOCUMENT: Record<string, string> = {
  '0': 'Documento',
  '1': 'DNI',
  '4': 'Carné de extranjería',
  '6': 'RUC',
  '7': 'Pasaporte',
  A: 'Cédula diplomática',
  B: 'Documento del país de residencia',
  C: 'TIN',
  D: 'IN',
  E: 'TAM',
  F: 'PTP',
  G: 'Salvoconducto',
};

/** Units that a buyer knows by another name than their code. */
export const UNIT: Record<string, string> = { NIU: 'und', ZZ: 'serv', KGM: 'kg', GRM: 'g', LTR: 'l', MTR: 'm', BX: 'caja', DZN: 'docena' };

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** 123450n -> '1,234.50' */
export function amount(cents: Cents): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/** 123450n -> 'S/ 1,234.50' */
export const money = (cents: Cents, currency: Currency): string => `${SYMBOL[currency]} ${amount(cents)}`;

/** A price or quantity with as many decimals as it has, at least `least` and at most four. */
export function decimal(value: Scaled, least: number): string {
  const rounded = (value + 500_000n) / 1_000_000n;
  const digits = String(rounded).padStart(5, '0');
  const fraction = digits.slice(-4).replace(/0+$/, '').padEnd(least, '0');
  return grouped(digits.slice(0, -4)) + (fraction ? `.${fraction}` : '');
}

/** '2026-11-21' -> '21/11/2026' */
export const day = (date: string): string => date.split('-').reverse().join('/');

const HOUR = new Intl.DateTimeFormat('es-PE', { timeZone: 'America/Lima', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** The hour in Lima: '09:05'. */
export const hour = (at: Date): string => HOUR.format(at);
