/** The documentation page is complete, small and loads nothing. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { openapi } from '../openapi/openapi.js';
import { REFUSALS } from '../refusals.js';
import { SAMPLES } from '../samples/samples.js';
import { LANGUAGES } from './code/languages.js';
import { html } from './html.js';
import { DOCS_POLICY, docsPage } from './page.js';

const TODAY = '2026-03-15';
const document = openapi({ today: TODAY });
const page = docsPage(document, TODAY);

test('the page loads nothing, runs nothing and sends nothing', () => {
  expect(page).not.toMatch(/<(script|link|img|iframe|form|button|object|embed|base)\b/i);
  expect(page).not.toMatch(/<input (?!type="(radio|checkbox)")/i);
  const markup = page.replaceAll(/<code>[\s\S]*?<\/code>/g, '');
  expect(markup).not.toMatch(/\s(src|srcset|style|on[a-z]+)\s*=/i);
  expect(page).not.toMatch(/@import|url\(/i);
  for (const [, target] of page.matchAll(/href="([^"]*)"/g))
    expect(target).toMatch(/^(#|\/v1\/openapi\.json$|\/docs\/catalogos$)/);
});

test('the page is below 100 kB on its way', () => {
  expect(gzipSync(page).length).toBeLessThan(100_000);
});

test('the content security policy admits the style of the page', () => {
  const styles = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)];
  expect(styles).toHaveLength(1);
  const hash = createHash('sha256')
    .update(styles[0]?.[1] ?? '')
    .digest('base64');
  expect(DOCS_POLICY).toContain(`style-src 'sha256-${hash}'`);
  expect(DOCS_POLICY).toContain("default-src 'none'");
});

test('every link leads to an anchor of the page, and anchors are unique', () => {
  const anchors = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(anchors).size).toBe(anchors.length);
  for (const [, anchor] of page.matchAll(/href="#([^"]*)"/g)) expect(anchors).toContain(anchor);
});

test.each(Object.values(REFUSALS))('the refusal $codigo is explained', ({ codigo, mensaje }) => {
  const [, article] = page.split(`<article id="codigo-${codigo}"`);
  expect(article).toContain(html`${mensaje}`.text);
  for (const heading of ['Causa', 'Ejemplo', 'Qué hacer'])
    expect(article).toContain(`<dt>${heading}</dt><dd>`);
});

test('every field is in a table, and every sample is in every language', () => {
  for (const { properties } of Object.values(document.components.schemas))
    for (const field of Object.keys(properties ?? {}))
      expect(page).toContain(`<code>${field}</code>`);
  // each sale, the record, the PDF and the sale that is repeated
  for (const { id } of LANGUAGES)
    expect(page.split(`<figure class="${id}">`)).toHaveLength(SAMPLES.length + 4);
});

test('texts from data are escaped', () => {
  expect(html`<b>${'<script>"&\''}</b>${[html`<i>${1}</i>`, '<']}${undefined}`.text).toBe(
    '<b>&lt;script&gt;&quot;&amp;&#39;</b><i>1</i>&lt;',
  );
});
