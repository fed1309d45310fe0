/**
 * Dates as the law counts them: calendar days in America/Lima, which has had no daylight saving
 * time since 1994.
 */
import type { DateText } from './sale.js';

const LIMA = -5 * 60 * 60 * 1000;
const DAY = 24 * 60 * 60 * 1000;

/** The date in Lima at that instant. */
export function limaToday(now: Date): DateText {
  return lima(now).slice(0, 10);
}

/** The time of day in Lima, HH:MM:SS. */
export function limaTime(now: Date): string {
  return lima(now).slice(11, 19);
}

/** The instant in Lima with its offset: 2026-03-15T09:30:00-05:00. */
export function limaTimestamp(instant: Date): string {
  return `${lima(instant).slice(0, 19)}-05:00`;
}

/**
 * The instant of a time of day in Lima.
 * @returns an invalid Date when the texts are no date and time
 */
export function limaInstant(date: DateText, time = '00:00:00'): Date {
  return new Date(`${date}T${time}-05:00`);
}

/** As Peruvians write a date: 21/11/2026. */
export function peruvianDate(date: DateText): string {
  return date.split('-').reverse().join('/');
}

/** Whether a text is a date of this century that the calendar has. */
export function isCalendarDate(text: string): text is DateText {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  // the 31st of February is read as a day of March
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** The date that is `days` calendar days later. */
export function addDays(date: DateText, days: number): DateText {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** Calendar days from one date to another; negative when the other is earlier. */
export function daysBetween(from: DateText, to: DateText): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY;
}

function lima(instant: Date): string {
  return new Date(instant.getTime() + LIMA).toISOString();
}
