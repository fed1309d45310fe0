import { expect, test } from '@jest/globals';
import { filled, frames, GAP } from './frame.js';

const AMOUNT = frames((currency) => `<a c="${currency}">${GAP}</a><b>${GAP}</b>`);

test('values fill the gaps in their order, in the frame of the currency', () => {
  expect(filled(AMOUNT.USD, ['1.00', 'x'])).toBe('<a c="USD">1.00</a><b>x</b>');
});
