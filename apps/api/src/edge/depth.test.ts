/**
 * JSON of more than a thousand levels is found in its bytes; brackets inside texts do not count.
 */
import { expect, test } from '@jest/globals';
import { isDeep } from './depth.js';

const deep = (json: string) => isDeep(Buffer.from(json));

test.each([
  ['lists', '['.repeat(1_001)],
  ['objects', '{"a":'.repeat(1_001)],
  ['both, after texts with quotes and brackets', `{"a\\"]":"\\\\","b":${'[{"c":'.repeat(501)}`],
])('a thousand and one levels of %s are too deep', (_what, json) => {
  expect(deep(json)).toBe(true);
});

test.each([
  ['a thousand levels', '['.repeat(1_000)],
  ['many neighbours', `[${'[],{},'.repeat(5_000)}[]]`],
  ['brackets in a text', `{"a":"${'['.repeat(5_000)}"}`],
  ['brackets after an escaped quote', `{"a":"\\"${'{'.repeat(5_000)}"}`],
  ['a text that ends in a backslash', `{"a":"\\\\","b":"${'['.repeat(5_000)}"}`],
])('%s are not', (_what, json) => {
  expect(deep(json)).toBe(false);
});
