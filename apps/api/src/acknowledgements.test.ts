/** Tests when a journal that is not written, or lacks documents, is a condition. */
import { expect, test } from '@jest/globals';
import { conditionsOf } from './acknowledgements.js';

test('a journal is a condition once it has failed for three seconds, or lacks documents', () => {
  const now = 10_000;
  expect(conditionsOf({ dropped: 0 }, now)).toEqual([]);
  expect(conditionsOf({ since: 7_000, dropped: 0 }, now)).toEqual([]);
  expect(conditionsOf({ since: 6_999, dropped: 0 }, now)).toMatchObject([
    { word: 'diario', text: 'El diario de lo emitido no se escribe' },
  ]);
  // also after writes succeed again
  expect(conditionsOf({ dropped: 2 }, now)).toMatchObject([
    { word: 'diario', text: 'Comprobantes emitidos que no entraron al diario: 2' },
  ]);
});
