/** A sale is judged by the rows of its own day: what a decree changes begins on its first day. */
import { expect, test } from '@jest/globals';
import { aLine, aSale, CONTEXT } from '../../testing/aSale.js';
import { check } from '../check.js';
import type { DateText, Line } from '../sale.js';
import { price } from '../totals.js';

function on(day: DateText, line: Partial<Line>) {
  const sale = aSale({ issueDate: day, lines: [aLine(line), aLine(line)] });
  const { faults, warnings } = check(price(sale), { ...CONTEXT, today: day });
  const told = ({ at, code }: { at: (string | number)[]; code?: string }) =>
    `${at.join('.')} ${code}`;
  return { faults: faults.map(told), warnings: warnings.map(told) };
}

const REFUSED = {
  faults: ['lines.0.igvPercent 4290', 'lines.1.igvPercent 4290'],
  warnings: [],
};
const ACCEPTED = { faults: [], warnings: [] };
const DISPUTED = { faults: [], warnings: ['lines.0.igvPercent 3462'] };

test.each([
  ['2025-12-31', '10', ACCEPTED],
  ['2026-01-01', '10', REFUSED],
  ['2026-12-31', '10.5', ACCEPTED],
  ['2027-01-01', '10.5', REFUSED],
  ['2026-12-31', '15', REFUSED],
  ['2027-01-01', '15', DISPUTED],
  ['2027-01-01', '12', DISPUTED],
  ['2027-12-31', '12', DISPUTED],
  ['2028-01-01', '15', REFUSED],
  ['2028-01-01', '18', ACCEPTED],
])('on %s an IGV of %s', (day, igvPercent, expected) => {
  expect(on(day, { igvPercent })).toEqual(expected);
});

test('the announcement of a disputed rate names both of its values', () => {
  const sale = aSale({ issueDate: '2027-03-01', lines: [aLine({ igvPercent: '15' })] });
  const { warnings } = check(price(sale), { ...CONTEXT, today: '2027-03-01' });
  expect(warnings[0]?.text).toContain('(15 o 12)');
});

test.each([
  ['2026-12-31', { faults: [], warnings: ['lines.0.sunatCode 3496', 'lines.1.sunatCode 3496'] }],
  ['2027-01-01', { faults: ['lines.0.sunatCode 3496', 'lines.1.sunatCode 3496'], warnings: [] }],
])('on %s a product code that is not in the catalogue', (day, expected) => {
  expect(on(day, { sunatCode: '01234567' })).toEqual(expected);
});

test.each([
  ['2027-01-01', '10.5', 'debe ser 18, 15 o 12 y llegó 10.5. Esa tasa rige del 2026-01-01 al'],
  ['2026-12-31', '15', 'debe ser 18 o 10.5 y llegó 15. Esa tasa rige del 2027-01-01 al'],
])('on %s a rate of %s is told its days', (day, igvPercent, text) => {
  const sale = aSale({ issueDate: day, lines: [aLine({ igvPercent })] });
  expect(check(price(sale), { ...CONTEXT, today: day }).faults[0]?.text).toContain(text);
});

test.each([
  ['2026-08-31', ['El código 038 del catálogo 54 de SUNAT rige desde el 2026-09-01.']],
  ['2026-09-01', []],
])('on %s the goods of a detracción that begin on 2026-09-01', (day, texts) => {
  const detraction = { goods: '038', percent: '12', account: '00', means: '001', amount: '14.16' };
  const sale = aSale({ issueDate: day, detraction });
  const { faults } = check(price(sale), { ...CONTEXT, today: day });
  expect(faults.map(({ text }) => text)).toEqual(texts);
});
