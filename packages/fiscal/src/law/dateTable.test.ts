/** The list of dated rows is complete, and says what changes in a span of days. */
import { expect, test } from '@jest/globals';
import { addDays } from '../calendar.js';
import { GENERAL_RATES, SMALL_COMPANY_RATES } from '../catalogues/rates.js';
import { toScaled } from '../money.js';
import { comingLawDays, LAW, lawChanges, NOTICE_DAYS } from './dateTable.js';

const CONFIDENCES = ['workbook', 'decree', 'secondary', 'conflicting'];
const DAY = /^\d{4}-\d{2}-\d{2}$/;

test.each(LAW.map((row) => [row.subject, row.from, row] as const))(
  '%s of %s has a source, its days and a confidence',
  (_subject, _from, { from, until, source, confidence, value }) => {
    expect(from).toMatch(DAY);
    expect((until ?? '9999-12-31') >= from).toBe(true);
    expect(source.length).toBeGreaterThan(8);
    expect(value.length).toBeGreaterThan(2);
    expect(CONFIDENCES).toContain(confidence);
  },
);

test('the rows of a subject are in the order of their days', () => {
  for (const { subject } of LAW) {
    const days = LAW.filter((row) => row.subject === subject).map(({ from }) => from);
    expect(days).toEqual([...days].sort());
  }
});

test('the workbook is not told to have the five days of a boleta', () => {
  const [, row] = LAW.filter(({ subject }) => subject === 'Plazo de envío de una boleta');
  expect(row).toMatchObject({ value: expect.stringMatching(/^5 días/), confidence: 'secondary' });
});

const COMPOSED = [...GENERAL_RATES, ...SMALL_COMPANY_RATES].filter(({ parts }) => parts);

test.each(COMPOSED)('the parts of a rate of $from add up to $percent', ({ percent, parts }) => {
  expect(toScaled(parts?.igv ?? '0') + toScaled(parts?.ipm ?? '0')).toBe(toScaled(percent));
});

test('2027 begins with these changes, and its sources conflict about restaurants', () => {
  const changes = lawChanges('2026-12-31', '2027-03-01');
  expect(changes.map(({ day, subject, confidence }) => [day, subject, confidence])).toEqual([
    ['2027-01-01', 'IGV general', 'decree'],
    ['2027-01-01', 'IGV de restaurantes, hoteles y alojamientos pequeños', 'conflicting'],
    ['2027-01-01', 'Código de producto fuera del catálogo 25 (3496)', 'secondary'],
    ['2027-01-01', 'Código de producto de los emisores del padrón 12 (4331)', 'secondary'],
    ['2027-01-01', 'Largo del código GTIN (4334)', 'secondary'],
    [
      '2027-01-01',
      'Contrato de colaboración empresarial (3497, 3498, 3499, 3500, 3501, 3502)',
      'secondary',
    ],
    ['2027-01-01', 'Notas de crédito y de débito (3261, 3286, 3503, 3507)', 'secondary'],
    [
      '2027-01-01',
      'Resumen diario: tasa de cada fila y gratuitas por tipo (2022, 2992, 3102, 3504)',
      'secondary',
    ],
  ]);
  expect(changes[1]).toMatchObject({
    before: ['10.5 % (IGV 8 % + IPM 2.5 %)'],
    after: ['15 % (IGV 12 % + IPM 3 %)', '12 %'],
  });
});

test('a row that ends without another after it is a change too', () => {
  expect(lawChanges('2028-01-01', '2028-01-01')).toMatchObject([
    { subject: 'IGV general', after: ['18 % (IGV 14.5 % + IPM 3.5 %)'] },
    { subject: 'IGV de restaurantes, hoteles y alojamientos pequeños', after: [] },
  ]);
});

test('the codes of detracción of September 2026 began on its first day', () => {
  const began = lawChanges('2026-09-01', '2026-09-01').map(({ subject }) => subject);
  expect(began).toEqual(['038', '042', '043', '046', '047'].map((code) => `Detracción ${code}`));
});

test('a span in which no decree changes anything is empty', () => {
  expect(lawChanges('2026-10-01', '2026-12-31')).toEqual([]);
});

test('a change is told from sixty days before it until the day before', () => {
  const day = '2028-01-01';
  const told = (before: number) => comingLawDays(addDays(day, -before)).includes(day);
  expect([NOTICE_DAYS + 1, NOTICE_DAYS, 1, 0].map(told)).toEqual([false, true, true, false]);
});
