/** The programs of a sale send the same data in every language. */
import { expect, test } from '@jest/globals';
import { isUnit } from '@rafaga/fiscal';
import { SAMPLES } from '../../samples/samples.js';
import { COMMON_UNITS } from '../units.js';
import { csharp } from './csharp.js';
import { javascript } from './javascript.js';
import { LANGUAGES } from './languages.js';
import { CSHARP, literal } from './literal.js';

const TODAY = '2026-03-15';

/** The JSON of a C# literal, as its serializer would write it. */
const jsonOf = (text: string): unknown =>
  JSON.parse(
    text
      .replaceAll('new object[] {', '[')
      .replaceAll('new {', '{')
      .replaceAll(/@?\b(\w+) = /g, '"$1": ')
      .replaceAll(/(\d)m\b/g, '$1')
      // a list ends where its bracket opened
      .split('')
      .reduce<{ text: string; open: string[] }>(closing, { text: '', open: [] }).text,
  );

function closing({ text, open }: { text: string; open: string[] }, letter: string) {
  if (letter === '[' || letter === '{') return { text: text + letter, open: [letter, ...open] };
  if (letter !== '}') return { text: text + letter, open };
  return { text: text + (open[0] === '[' ? ']' : '}'), open: open.slice(1) };
}

test.each(SAMPLES)('the C# literal of $id has the data of the sample', ({ body }) => {
  expect(jsonOf(literal(body(TODAY), CSHARP))).toEqual(body(TODAY));
});

test('the lines of every program fit a page', () => {
  const [sample] = SAMPLES as [(typeof SAMPLES)[number]];
  const sale = { body: sample.body(TODAY), key: `ejemplo-${TODAY}-${sample.id}` };
  for (const { write, retry } of LANGUAGES)
    for (const text of [write({ path: '/boletas', sale }), retry({ path: '/boletas', ...sale })])
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
});

test('a field that is a keyword of C# is written as a name', () => {
  expect(literal({ base: 590 }, CSHARP)).toContain('@base = 590');
});

test('a text with the quotes of the language stays one text', () => {
  expect(csharp({ path: '/', sale: { body: { a: '"\\' }, key: 'k' } })).toContain('a = "\\"\\\\"');
  expect(javascript({ path: '/', sale: { body: { a: "D'Onofrio" }, key: 'k' } })).toContain(
    "a: 'D\\'Onofrio'",
  );
});

test.each(COMMON_UNITS)('the unit %s is one of the catalogue', (code) => {
  expect(isUnit(code)).toBe(true);
});
