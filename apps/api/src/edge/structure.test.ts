/**
 * JSON of more than a thousand levels, or of more values than any sale has, is found in its bytes;
 * what is inside texts does not count.
 */
import { expect, test } from '@jest/globals';
import { createStructureScanner, excessOf } from './structure.js';

const excess = (json: string) => excessOf(Buffer.from(json))?.is;

test.each([
  ['lists', '['.repeat(1_001)],
  ['objects', '{"a":'.repeat(1_001)],
  ['both, after texts with quotes and brackets', `{"a\\"]":"\\\\","b":${'[{"c":'.repeat(501)}`],
])('a thousand and one levels of %s are too deep', (_what, json) => {
  expect(excess(json)).toBe('deep');
});

const lines = (count: number, values: number) =>
  `{"items":[${Array.from({ length: count }, () => `[${Array(values).fill(0)}]`)}]}`;

test.each([
  ['zeros in a list', JSON.stringify({ a: Array(12_001).fill(0) })],
  ['fields', JSON.stringify(Object.fromEntries(Array.from({ length: 12_001 }, (_, i) => [i, 0])))],
  ['values in many lists', lines(500, 200)],
])('too many %s are too many values', (_what, json) => {
  expect(excess(json)).toBe('crowded');
});

test.each([
  ['a thousand levels', '['.repeat(1_000)],
  ['many neighbours', `[${'[],{},'.repeat(5_000)}[]]`],
  ['brackets in a text', `{"a":"${'['.repeat(5_000)}"}`],
  ['commas in a text', `{"a":"${','.repeat(100_000)}"}`],
  ['brackets after an escaped quote', `{"a":"\\"${'{'.repeat(5_000)}"}`],
  ['a text that ends in a backslash', `{"a":"\\\\","b":"${'['.repeat(5_000)}"}`],
  ['the largest sale', lines(500, 160)],
  ['more ends than beginnings', `${']'.repeat(5_000)},`],
])('%s are not an excess', (_what, json) => {
  expect(excess(json)).toBeUndefined();
});

test.each([1, 2, 3, 7])('chunks of %i bytes are scanned as the whole is', (size) => {
  const text = '{"a\\\\":"\\"[","b\\"":"]\\\\\\""}';
  const inChunks = (json: string) => {
    const scanner = createStructureScanner();
    for (let at = 0; at < json.length; at += size) {
      const excess = scanner.add(Buffer.from(json.slice(at, at + size)));
      if (excess) return excess.is;
    }
    return undefined;
  };
  expect(inChunks(`[${`${text},`.repeat(5_000)}0]`)).toBeUndefined();
  expect(inChunks(`${`[${text},`.repeat(1_001)}`)).toBe('deep');
  expect(inChunks(`[${`${text},`.repeat(12_000)}0]`)).toBe('crowded');
});

test.each([1, 5, 4_096])('an excess in chunks of %i bytes is that of a field', (size) => {
  const fieldOf = (body: object) => {
    const json = Buffer.from(JSON.stringify(body));
    const scanner = createStructureScanner();
    for (let at = 0; at < json.length; at += size) {
      const excess = scanner.add(json.subarray(at, at + size));
      if (excess) return excess.field;
    }
    return 'none';
  };
  const many = Array(12_001).fill({ a: 'items' });
  expect(fieldOf({ serie: 'B001', items: many, extras: {} })).toBe('items');
  expect(fieldOf({ items: [], extras: { a: many } })).toBe('extras');
  expect(fieldOf({ ...many.map(() => 0) })).toBeUndefined();
  // the values of all its fields are too many
  const half = Array(4_500).fill(Array(10).fill(0));
  expect(fieldOf({ items: half, extras: half })).toBeUndefined();
});
