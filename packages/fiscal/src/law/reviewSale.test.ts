/** A sale is reviewed by the rules of a later day: what would be refused, observed or dearer. */
import { expect, test } from '@jest/globals';
import { aFactura, aLine, aSale, CONTEXT } from '../../testing/aSale.js';
import type { Sale } from '../sale.js';
import { price } from '../totals.js';
import { reviewSale } from './reviewSale.js';

function review(sale: Sale, day = '2027-01-01') {
  const { payable, taxes } = price(sale).totals;
  return reviewSale(sale, day, CONTEXT.issuer, { payable, taxes }).map(
    ({ effect, code, field, line, extra }) =>
      `${effect} ${code ?? '-'} ${field} ${line?.code ?? '-'} ${extra}`,
  );
}
const plate = { code: 'MENU', igvPercent: '10.5', unitPrice: '22.10' };

test('a usual sale changes nothing', () => {
  expect(review(aSale())).toEqual([]);
  expect(review(aFactura({ dueDate: '2026-11-30' }))).toEqual([]);
});

test('a sale on credit keeps its terms on the later day', () => {
  const instalments = [{ amount: '118.00', dueDate: '2026-12-21' }];
  expect(review(aFactura({ payment: 'credit', instalments, dueDate: '2026-12-21' }))).toEqual([]);
});

test('a due date that stands for none stays the last day that a date can be', () => {
  expect(review(aFactura({ dueDate: '9999-12-31' }))).toEqual([]);
});

test('a special rate that ends is refused, and its successor takes more of the price', () => {
  expect(review(aSale({ lines: [aLine(plate)] }))).toEqual([
    'refused 4290 lines.igvPercent MENU 0',
    'dearer - lines MENU 78',
  ]);
});

test('without tax in its prices the client pays the difference', () => {
  const sale = aSale({ pricesIncludeTax: false, lines: [aLine({ ...plate, unitPrice: '20' })] });
  const { payable, taxes } = price(sale).totals;
  const [, dearer] = reviewSale(sale, '2027-01-01', CONTEXT.issuer, { payable, taxes });
  expect(dearer).toMatchObject({ effect: 'dearer', extra: 90n });
  expect(dearer?.text).toContain('paga más con la tasa de 15 %');
});

test('after the last day of the special rate the general one is compared', () => {
  const sale = aSale({ issueDate: '2027-12-31', lines: [aLine({ ...plate, igvPercent: '15' })] });
  expect(review(sale, '2028-01-01')).toEqual([
    'refused 4290 lines.igvPercent MENU 0',
    'dearer - lines MENU 49',
  ]);
});

test('a warning that becomes a refusal is listed as refused', () => {
  const sale = aSale({ lines: [aLine({ code: 'X', sunatCode: '01234567' })] });
  expect(review(sale)).toEqual(['refused 3496 lines.sunatCode X 0']);
});

test('a warning of both days is not listed', () => {
  expect(review(aSale({ lines: [aLine({ code: 'A\nB' })] }))).toEqual([]);
});

test('an earlier day shows what was not in force yet', () => {
  const detraction = {
    goods: '038',
    percent: '10',
    account: '00-1',
    means: '001',
    amount: '11.80',
  };
  const sale = aFactura({ operation: '1001', detraction });
  expect(review(sale, '2026-08-31')).toEqual(['refused 3033 detraction.goods - 0']);
});
