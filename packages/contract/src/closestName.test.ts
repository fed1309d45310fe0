/** A misspelt field name is matched with the known names that it may stand for. */
import { expect, test } from '@jest/globals';
import { closestNames } from './closestName.js';

const NAMES = ['precio_unitario', 'cantidad', 'igv', 'isc', 'tip_afe_igv', 'cod_tipo', 'num_doc'];

test.each<[string, string[]]>([
  ['precio_unitaro', ['precio_unitario']],
  ['Precio_Unitario', ['precio_unitario']],
  ['precioUnitario', ['precio_unitario']],
  ['precio', ['precio_unitario']],
  ['cantida', ['cantidad']],
  ['igb', ['igv']],
  ['codigo', ['cod_tipo']],
  ['tipoDocumento', ['cod_tipo', 'tip_afe_igv', 'num_doc']],
  ['descuento', []],
  ['xyz', []],
  ['x'.repeat(10_000), []],
])('the known names closest to %s are %j', (typed, meant) => {
  expect(closestNames(typed, NAMES).sort()).toEqual(meant.sort());
});

test('a name that many resemble has none', () => {
  expect(closestNames('total', ['total_uno', 'total_dos', 'total_tres', 'mto_total'])).toEqual([]);
});
