/** A command line is refused with all of its mistakes at once. */
import { expect, test } from '@jest/globals';
import { Mistakes, Misuse } from './failure.js';

const KNOWN = ['uno', 'dos'] as const;

test('what is absent and what is none of the known words are refused together', () => {
  const mistakes = new Mistakes();
  mistakes.required('--ruc', undefined);
  mistakes.required('--desde', undefined, 'falta: la fecha.');
  mistakes.oneOf('--como', 'tres', KNOWN);
  mistakes.oneOf('--rol', '', KNOWN);
  expect(() => mistakes.check()).toThrow(
    new Misuse([
      { at: '--ruc', text: 'falta.' },
      { at: '--desde', text: 'falta: la fecha.' },
      { at: '--como', text: 'elige uno de uno, dos.' },
      { at: '--rol', text: 'elige uno de uno, dos.' },
    ]),
  );
});

test('what is given is returned, and an absent option is no mistake', () => {
  const mistakes = new Mistakes();
  expect(mistakes.required('--ruc', '20123456786')).toBe('20123456786');
  expect(mistakes.oneOf('--como', 'dos', KNOWN)).toBe('dos');
  expect(mistakes.oneOf('--como', undefined, KNOWN)).toBeUndefined();
  expect(() => mistakes.check()).not.toThrow();
});
