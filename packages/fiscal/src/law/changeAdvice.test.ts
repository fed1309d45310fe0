/** The advice for a change names the field, the product, the series and the new value. */
import { expect, test } from '@jest/globals';
import { changeAdvice } from './changeAdvice.js';

const change = {
  effect: 'refused' as const,
  code: '4290',
  field: 'lines.igvPercent',
  series: 'B001',
  productCode: 'MENU',
  product: 'Menú del día',
};

test('a special rate that sources dispute is prepared for its day', () => {
  expect(changeAdvice(change, '2027-01-01')).toBe(
    'Prepara en tu sistema de ventas la tasa de IGV (porcentaje_igv) de «MENU» en la serie B001: ' +
      'ese día pasa a ser 15 % o 12 % (las fuentes no concuerdan: confírmala antes con tu ' +
      'contador). Hasta el día anterior rige la de ahora.',
  );
});

test('after the special rate the general one applies', () => {
  const unnamed = { ...change, productCode: null };
  expect(changeAdvice(unnamed, '2028-01-01')).toMatch(/«Menú del día» .* pasa a ser 18 %\. /);
});

test('a product code can be corrected before that day', () => {
  const coded = { ...change, code: '3496', field: 'lines.sunatCode' };
  expect(changeAdvice(coded, '2027-01-01')).toMatch(
    /^Corrige .* \(cod_producto_sunat\) de «MENU» en la serie B001: .* Puedes hacerlo ya\.$/,
  );
});

test.each([
  [{ effect: 'dearer' as const, code: null, field: 'lines' }, /^Decide .* el precio de «MENU» en/],
  [{ code: '3033', field: 'detraction.goods' }, /^Corrige .* motivo, de «MENU» en la serie B001/],
  [{ effect: 'observed' as const, code: '9999', field: 'note' }, /con una observación: .*corrige/],
])('every other change has an advice: %j', (own, expected) => {
  expect(changeAdvice({ ...change, ...own }, '2027-01-01')).toMatch(expected);
});

test('a change of the whole sale names the series alone', () => {
  const whole = { ...change, code: null, field: 'note', productCode: null, product: null };
  expect(changeAdvice(whole, '2027-01-01')).toMatch(/motivo, en la serie B001\.$/);
});
