/** A buffer fills templates with values and grows without losing what it has. */
import { expect, test } from '@jest/globals';
import { XmlBuffer } from './xmlBuffer.js';
import { PLACEHOLDER, templatesByCurrency } from './xmlTemplate.js';

const AMOUNT = templatesByCurrency(
  (currency) => `<a c="${currency}">${PLACEHOLDER}</a><b>${PLACEHOLDER}</b>`,
);
const written = (buffer: XmlBuffer) => buffer.written().toString('latin1');

test('values replace the placeholders in their order, in the template of the currency', () => {
  const buffer = new XmlBuffer();
  buffer.fill(AMOUNT.USD, ['1.00', 'x']);
  buffer.write('<c/>');
  expect(written(buffer)).toBe('<a c="USD">1.00</a><b>x</b><c/>');
});

test('a buffer grows and keeps what it has', () => {
  const buffer = new XmlBuffer();
  const [short, long] = ['é', 'ñ'.repeat(50_000)];
  for (const value of [short, long, short, long]) buffer.fill(AMOUNT.PEN, [value, value]);
  expect(written(buffer)).toBe(
    [short, long, short, long].map((value) => `<a c="PEN">${value}</a><b>${value}</b>`).join(''),
  );
});

test('a cleared buffer starts empty', () => {
  const buffer = new XmlBuffer();
  buffer.write('<first/>');
  buffer.clear();
  buffer.write('<2/>');
  expect(written(buffer)).toBe('<2/>');
});
