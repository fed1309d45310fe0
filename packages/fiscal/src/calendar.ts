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
