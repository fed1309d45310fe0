import { expect, test } from '@jest/globals';
import { nearest } from './nearest.js';

const NAMES = ['precio_unitario', 'cantidad', 'igv', 'isc', 'tip_afe_igv'];

test.each([
  ['precio_unitaro', 'precio_unitario'],
  ['Precio_Unitario', 'precio_unitario'],
  ['cantida', 'cantidad'],
  ['igb', 'igv'],
  ['descuento', undefined],
  ['xyz', undefined],
  ['x'.repeat(10_000), undefined],
])('%s was meant as %s', (typed, meant) => {
  expect(nearest(typed, NAMES)).toBe(meant);
});
