/** The documentation page is complete and loads nothing. */
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { openapi } from '../openapi/openapi.js';
import { REFUSALS } from '../refusals.js';
import { html } from './html.js';
import { DOCS_POLICY, docsPage } from './page.js';

const document = openapi();
const page = docsPage(document);

test('the page loads nothing, runs nothing and sends nothing', () => {
  expect(page).not.toMatch(/<(script|link|img|iframe|form|input|button|object|embed|base)\b/i);
  expect(page).not.toMatch(/\s(src|srcset|style|on[a-z]+)\s*=/i);
  expect(page).not.toMatch(/@import|url\(/i);
  for (const [, target] of page.matchAll(/href="([^"]*)"/g))
    expect(target).toMatch(/^(#|\/v1\/openapi\.json$)/);
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

test.each(Object.values(REFUSALS))('the refusal $codigo has a row', ({ codigo, mensaje }) => {
  expect(page).toContain(`id="codigo-${codigo}"`);
  expect(page).toContain(html`${mensaje}`.text);
});

test('every field of a request is in a table, and every call has a curl example', () => {
  for (const { properties } of Object.values(document.components.schemas))
    for (const field of Object.keys(properties ?? {}))
      expect(page).toContain(`<code>${field}</code>`);
  expect(page.match(/curl -sS/g)).toHaveLength(10);
});

test('texts from data are escaped', () => {
  expect(html`<b>${'<script>"&\''}</b>${[html`<i>${1}</i>`, '<']}${undefined}`.text).toBe(
    '<b>&lt;script&gt;&quot;&amp;&#39;</b><i>1</i>&lt;',
  );
});
