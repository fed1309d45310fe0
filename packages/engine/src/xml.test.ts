/** Texts, attributes, amounts and rates are written as canonical XML. */
import { expect, test } from '@jest/globals';
import { ONE } from '@rafaga/fiscal';
import { amount, attribute, ENCODING, text, twoPlaces } from './xml.js';

test('text keeps every character, those with a meaning in XML as references', () => {
  expect(Buffer.from(text(`a & b < c > d "e" 'f'\r\n\tñ 漢 😀 &amp;`), ENCODING).toString()).toBe(
    `a &amp; b &lt; c &gt; d "e" 'f'&#xD;\n\tñ 漢 😀 &amp;amp;`,
  );
});

test('an attribute keeps its quotes and white space', () => {
  expect(attribute(`a"b'c\t\n\r<&>`)).toBe(`a&quot;b'c&#x9;&#xA;&#xD;&lt;&amp;>`);
});

test('amounts have their currency and two decimals', () => {
  expect(amount('TaxAmount', 'USD', 5n)).toBe(
    '<cbc:TaxAmount currencyID="USD">0.05</cbc:TaxAmount>',
  );
});

test.each([
  [ONE, '1.00'],
  [ONE / 2n, '0.50'],
  [1n, '0.0000000001'],
  [0n, '0.00'],
  [123n * ONE + ONE / 8n, '123.125'],
])('the rate %s is written %s', (value, written) => {
  expect(twoPlaces(value)).toBe(written);
});
