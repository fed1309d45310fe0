/** Dates and times are those of Lima, and days are calendar days. */
import { expect, test } from '@jest/globals';
import {
  addDays,
  isCalendarDate,
  limaInstant,
  limaTime,
  limaTimestamp,
  limaToday,
  peruvianDate,
} from './calendar.js';

test.each([
  ['2026-11-21T04:59:59Z', '2026-11-20', '23:59:59'],
  ['2026-11-21T05:00:00Z', '2026-11-21', '00:00:00'],
  ['2027-01-01T00:30:00Z', '2026-12-31', '19:30:00'],
])('at %s it is %s, %s in Lima', (instant, date, time) => {
  expect(limaToday(new Date(instant))).toBe(date);
  expect(limaTime(new Date(instant))).toBe(time);
  expect(limaTimestamp(new Date(instant)).slice(11)).toBe(`${time}-05:00`);
  expect(limaInstant(date, time)).toEqual(new Date(instant));
});

test('days are added over the ends of months and in leap years', () => {
  expect(addDays('2028-02-27', 3)).toBe('2028-03-01');
  expect(addDays('2026-12-30', 5)).toBe('2027-01-04');
});

test.each([
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-02-31', false],
  ['2026-13-01', false],
  ['1999-12-31', false],
  ['2026-11-21T00:00', false],
  ['', false],
])('of the calendar: %s %s', (text, is) => {
  expect(isCalendarDate(text)).toBe(is);
});

test('a date is written as Peruvians do', () => {
  expect(peruvianDate('2026-11-21')).toBe('21/11/2026');
});
