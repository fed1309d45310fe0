/** A misspelt field name is matched with a known name that is close to it. */
import { expect, test } from '@jest/globals';
import { closestName } from './closestName.js';

const NAMES = ['precio_unitario', 'cantidad', 'igv', 'isc', 'tip_afe_igv'];

test.each([
  ['precio_unitaro', 'precio_unitario'],
  ['Precio_Unitario', 'precio_unitario'],
  ['cantida', 'cantidad'],
  ['igb', 'igv'],
  ['descuento', undefined],
  ['xyz', undefined],
  ['x'.repeat(10_000), undefined],
])('the known name closest to %s is %s', (typed, meant) => {
  expect(closestName(typed, NAMES)).toBe(meant);
});
