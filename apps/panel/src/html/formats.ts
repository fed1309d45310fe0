/** Amounts, times and durations as Peru writes them: S/ 1,234.50 · 21/11/2026 00:03. */
import { CURRENCY } from '@rafaga/fiscal';

const SYMBOL: ReadonlyMap<string, string> = new Map(
  Object.entries(CURRENCY).map(([code, { symbol }]) => [code, symbol]),
);

/** @param amount decimal text */
export function money(currency: string, amount: string): string {
  const [whole = '0', cents = '00'] = amount.split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  const grouped = whole.replace('-', '').replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign}${SYMBOL.get(currency) ?? currency} ${grouped}.${cents.padEnd(2, '0')}`;
}

const PARTS = {
  timeZone: 'America/Lima',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
} as const;
const DAY = new Intl.DateTimeFormat('es-PE', PARTS);
const MINUTE = new Intl.DateTimeFormat('es-PE', {
  ...PARTS,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const SECOND = new Intl.DateTimeFormat('es-PE', {
  ...PARTS,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const CLOCK = new Intl.DateTimeFormat('es-PE', {
  timeZone: 'America/Lima',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** 21/11/2026 */
export const day = (at: Date): string => DAY.format(at);
/** 21/11/2026 00:03 */
export const moment = (at: Date): string => MINUTE.format(at).replace(',', '');
/** 21/11/2026 00:03:12 */
export const instant = (at: Date): string => SECOND.format(at).replace(',', '');
/** 00:03:12 */
export const clock = (at: Date): string => CLOCK.format(at);

const SORTABLE = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Lima',
  dateStyle: 'short',
  timeStyle: 'medium',
});
/** 2026-11-21 00:03:12: what programs read and sort. */
export const sortableMoment = (at: Date): string => SORTABLE.format(at);

const FRACTION = new Intl.DateTimeFormat('es-PE', {
  timeZone: 'America/Lima',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

/** 00:03:12.345 */
export const milliseconds = (at: Date): string => FRACTION.format(at).replace(',', '.');

/** 40 s · 12 min · 2 h 14 min · 5 días */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60)
    return minutes % 60 === 0
      ? `${minutes / 60} h`
      : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${Math.round(minutes / 1_440)} días`;
}

export const ago = (since: Date, now: Date): string => span(now.getTime() - since.getTime());

/**
 * What remains until the end of a day: "quedan 2 días", "vence hoy", "venció hace 3 días".
 * @param deadline @param today ISO dates
 */
export function remaining(deadline: string, today: string): string {
  const days = Math.round((Date.parse(deadline) - Date.parse(today)) / 86_400_000);
  if (days === 0) return 'vence hoy';
  if (days === 1) return 'queda 1 día';
  if (days > 1) return `quedan ${days} días`;
  return days === -1 ? 'venció ayer' : `venció hace ${-days} días`;
}

/**
 * 38 ms · 30.0 s · 12.5 min · 3.2 h · 5.0 d
 * @param like the duration in whose unit it is told
 */
export function took(ms: number, like = ms): string {
  const [unit, word] = unitFor(like);
  return unit === 1 ? `${ms} ms` : `${(ms / unit).toFixed(1)} ${word}`;
}

/** The milliseconds of the unit in which a duration is told. */
export const durationUnit = (ms: number): number => unitFor(ms)[0];

const unitFor = (ms: number): readonly [unit: number, word: string] =>
  UNITS.find(([unit]) => ms >= unit * 1.5) ?? (ms < 1_000 ? [1, 'ms'] : [1_000, 's']);

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const;

export function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000
    ? `${(bytes / 1_000).toFixed(1)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
