/** The catalogues are found by code and by name, and what was typed stays text. */
import { expect, test } from '@jest/globals';
import { CATALOGUE_POLICY, cataloguePage } from './cataloguePage.js';

/** The codes that the page lists. */
const codes = (page: string): string[] =>
  [...page.matchAll(/<tr id="[^"]*"><th scope="row"><code>([^<]*)<\/code>/g)].map(
    ([, code]) => code as string,
  );

test.each([
  ['037', ['037']],
  ['LITRO', ['LTR', 'MLT']],
  ['azucar', ['001']],
  ['transporte carga', ['027', '1004']],
  ['nada de esto', []],
])('%s finds %j', (query, expected) => {
  expect(codes(cataloguePage(query))).toEqual(expect.arrayContaining(expected));
  expect(codes(cataloguePage(query)).length).toBeLessThan(10);
});

test('without a question the page has every code', () => {
  for (const query of [undefined, '', ['a', 'b']])
    expect(codes(cataloguePage(query)).length).toBeGreaterThan(150);
});

test('a unit that the table does not name is told to be one', () => {
  expect(cataloguePage('hlt')).toContain('HLT es un código del catálogo 03');
});

test('what was typed stays text', () => {
  const page = cataloguePage('"><script>alert(1)</script>');
  expect(page).not.toContain('<script');
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;');
});

test('the form may ask this server only', () => {
  expect(CATALOGUE_POLICY).toMatch(/^default-src 'none';.*form-action 'self'; frame-ancestors/);
});
