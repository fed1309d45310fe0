/** Amounts are written in Spanish words. */
import { expect, test } from '@jest/globals';
import { toCents } from './money.js';
import { amountInWords } from './words.js';

test.each([
  ['0', 'SON CERO CON 00/100 SOLES'],
  ['1', 'SON UNO CON 00/100 SOLES'],
  ['16.5', 'SON DIECISÉIS CON 50/100 SOLES'],
  ['21.01', 'SON VEINTIUNO CON 01/100 SOLES'],
  ['31', 'SON TREINTA Y UNO CON 00/100 SOLES'],
  ['100', 'SON CIEN CON 00/100 SOLES'],
  ['118', 'SON CIENTO DIECIOCHO CON 00/100 SOLES'],
  ['500', 'SON QUINIENTOS CON 00/100 SOLES'],
  ['1000', 'SON MIL CON 00/100 SOLES'],
  ['1770', 'SON MIL SETECIENTOS SETENTA CON 00/100 SOLES'],
  ['21021', 'SON VEINTIÚN MIL VEINTIUNO CON 00/100 SOLES'],
  ['31000', 'SON TREINTA Y UN MIL CON 00/100 SOLES'],
  ['100100', 'SON CIEN MIL CIEN CON 00/100 SOLES'],
  ['101000', 'SON CIENTO UN MIL CON 00/100 SOLES'],
  ['1000000', 'SON UN MILLÓN CON 00/100 SOLES'],
  ['1000001.99', 'SON UN MILLÓN UNO CON 99/100 SOLES'],
  ['21000000', 'SON VEINTIÚN MILLONES CON 00/100 SOLES'],
  [
    '999999999999.99',
    'SON NOVECIENTOS NOVENTA Y NUEVE MIL NOVECIENTOS NOVENTA Y NUEVE MILLONES ' +
      'NOVECIENTOS NOVENTA Y NUEVE MIL NOVECIENTOS NOVENTA Y NUEVE CON 99/100 SOLES',
  ],
])('the amount %s is written in words', (amount, words) => {
  expect(amountInWords(toCents(amount), 'PEN')).toBe(words);
});

test('the amount ends with the name of its currency', () => {
  expect(amountInWords(200n, 'USD')).toBe('SON DOS CON 00/100 DÓLARES AMERICANOS');
  expect(amountInWords(200n, 'EUR')).toBe('SON DOS CON 00/100 EUROS');
});

test('the longest amount fits the 200 characters of a legend', () => {
  expect(amountInWords(toCents('444444444444.44'), 'USD').length).toBeLessThanOrEqual(200);
});
