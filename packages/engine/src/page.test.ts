import { expect, test } from '@jest/globals';
import { frames, GAP } from './frame.js';
import { Page } from './page.js';

const AMOUNT = frames((currency) => `<a c="${currency}">${GAP}</a><b>${GAP}</b>`);
const written = (page: Page) => page.written().toString('latin1');

test('values fill the gaps in their order, in the frame of the currency', () => {
  const page = new Page();
  page.fill(AMOUNT.USD, ['1.00', 'x']);
  page.write('<c/>');
  expect(written(page)).toBe('<a c="USD">1.00</a><b>x</b><c/>');
});

test('a page grows as long as it must, and keeps what it has', () => {
  const page = new Page();
  const [short, long] = ['é', 'ñ'.repeat(50_000)];
  for (const value of [short, long, short, long]) page.fill(AMOUNT.PEN, [value, value]);
  expect(written(page)).toBe(
    [short, long, short, long].map((value) => `<a c="PEN">${value}</a><b>${value}</b>`).join(''),
  );
});

test('a cleared page begins anew', () => {
  const page = new Page();
  page.write('<first/>');
  page.clear();
  page.write('<2/>');
  expect(written(page)).toBe('<2/>');
});
