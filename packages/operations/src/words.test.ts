/** Tests how the steps of the timeline read in Spanish. */
import { expect, test } from '@jest/globals';
import { detailOf } from './words.js';

test.each([
  [
    'waiting',
    'unknown: ECONNRESET',
    'se envió y no se sabe qué fue de él: la conexión se cortó (ECONNRESET)',
  ],
  ['waiting', 'paused', 'el negocio está en pausa'],
  ['review', 'unreadable: a\nb', 'la respuesta de SUNAT no se puede leer: a\nb'],
  ['asked', 'ECONNRESET', 'la conexión se cortó (ECONNRESET)'],
  ['resolved', 'accepted: Visto en SOL', 'aceptada: Visto en SOL'],
] as const)('a step %s with the detail %p is shown in Spanish', (step, detail, shown) => {
  expect(detailOf({ step, detail })).toBe(shown);
});

test('the text of an answer of SUNAT is not changed', () => {
  expect(detailOf({ step: 'asked', detail: 'unknown: x' })).toBe('unknown: x');
  expect(detailOf({ step: 'waiting', detail: 'otro motivo' })).toBe('otro motivo');
  expect(detailOf({ step: 'taken', detail: null })).toBeNull();
});
