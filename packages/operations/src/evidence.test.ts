/** Tests the comparison with SUNAT's data, and how a state with its evidence reads in Spanish. */
import { expect, test } from '@jest/globals';
import type { Compared } from '@rafaga/db';
import { comparedRows, comparedWord, stateText } from './evidence.js';

const OURS: Compared['ours'] = {
  receiver: '45678912',
  total: '118.00',
  currency: 'PEN',
  issueDate: '2026-11-22',
  digest: 'abc=',
  signedAt: '2026-11-22T14:30:15.900Z',
};

const marks = (theirs: Omit<Compared['theirs'], 'said'>) =>
  Object.fromEntries(
    comparedRows({ ours: OURS, theirs: { said: 'ha sido aceptada', ...theirs } }).map((row) => [
      row.label,
      row.same,
    ]),
  );

test('each datum that SUNAT shows is marked as equal or different, and others as neither', () => {
  const shown = { receiver: '20999999990', digest: 'abc=', receivedAt: '2026-11-22T14:30:15.000Z' };
  expect(marks(shown)).toEqual({
    'Documento del cliente': false,
    Total: undefined,
    'Fecha de emisión': undefined,
    'Huella (DigestValue)': true,
    'Firmado por nosotros · recibido por SUNAT': true,
    'Lo que dice SUNAT': undefined,
  });
  expect(
    marks({ receivedAt: '2026-11-22T14:30:14.000Z' })['Firmado por nosotros · recibido por SUNAT'],
  ).toBe(false);
});

test('of two times the order is marked, and not that they are equal', () => {
  const wordOf = (receivedAt: string) => {
    const rows = comparedRows({ ours: OURS, theirs: { said: 'x', receivedAt } });
    return rows.filter(({ order }) => order).map(comparedWord);
  };
  expect(wordOf('2026-11-22T14:31:00.000Z')).toEqual(['en orden']);
  expect(wordOf('2026-11-22T14:30:14.000Z')).toEqual(['llegó antes de firmarse']);
});

test('dates and times of both sides are shown in Lima’s time', () => {
  const rows = comparedRows({ ours: OURS, theirs: { said: 'x', code: '1033' } });
  expect(rows.map(({ ours, theirs }) => [ours, theirs])).toEqual([
    ['45678912', ''],
    ['PEN 118.00', ''],
    ['22/11/2026', ''],
    ['abc=', ''],
    ['22/11/2026 09:30:15', ''],
    ['', '1033'],
    ['', 'x'],
  ]);
});

test('a presumed acceptance is always shown as presumed', () => {
  expect(stateText({ state: 'accepted', evidence: 'presumed', resolution: null })).toBe(
    'aceptado, presumido',
  );
  expect(stateText({ state: 'accepted', evidence: 'cdr', resolution: null })).toBe('aceptado');
  expect(stateText({ state: null, evidence: null, resolution: null })).toBe('pendiente');
  expect(stateText({ state: 'rejected', evidence: 'person', resolution: 'discarded' })).toBe(
    'descartado',
  );
});
