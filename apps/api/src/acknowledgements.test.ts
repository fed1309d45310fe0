/** Tests when a journal that is not written, or lacks documents, is a condition. */
import { expect, test } from '@jest/globals';
import { conditionsOf } from './acknowledgements.js';

test('a journal is a condition once it has failed for three seconds, or lacks documents', () => {
  const wordsOf = (trouble: Parameters<typeof conditionsOf>[0]) =>
    conditionsOf(trouble, 10_000).map(({ word }) => word);
  expect(wordsOf({ dropped: 0 })).toEqual([]);
  expect(wordsOf({ since: 7_000, dropped: 0 })).toEqual([]);
  expect(wordsOf({ since: 6_999, dropped: 0 })).toEqual(['diario']);
  expect(wordsOf({ since: 6_999, dropped: 2 })).toEqual(['diario', 'diario_incompleto']);
  // also after writes succeed again
  expect(wordsOf({ dropped: 2 })).toEqual(['diario_incompleto']);
});
