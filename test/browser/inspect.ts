/**
 * The checks of every page: no violation that axe finds, no sideways scrolling at 400 %, one h1, a
 * skip link, labels and captions.
 */
import axe from 'axe-core/axe.min.js';
import type { Page } from 'playwright-core';
import { NARROW, WIDE } from './chromium.js';

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** @returns the faults of the open page in words; empty when there are none */
export async function inspect(page: Page): Promise<string[]> {
  await page.setViewportSize(NARROW);
  const wide = await page.evaluate<string[]>(TOO_WIDE);
  await page.setViewportSize(WIDE);
  return [
    ...(await violations(page)),
    ...wide.map((each) => `wider than 320 px: ${each}`),
    ...(await page.evaluate<string[]>(SHAPE)),
  ];
}

/** What axe finds on the open page. */
export async function violations(page: Page): Promise<string[]> {
  await loadAxe(page);
  const found = await page.evaluate<Violation[]>(
    `axe.run(document, { resultTypes: ['violations'], iframes: false })
      .then((all) => all.violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

/**
 * Evaluated as in the console, where the page's content policy does not apply. Chromium keeps what
 * it compiled for the next page, but not behind the `eval` of `page.evaluate`.
 */
async function loadAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // half a megabyte, and one and a half when it is not minified
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: axe.source });
  await session.detach();
  if (exceptionDetails) throw new Error(`axe could not be loaded: ${exceptionDetails.text}`);
}

/** Elements that make the page scroll sideways; a table scrolls inside its own frame. */
const TOO_WIDE = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const out = [...document.querySelectorAll('body *')].filter((each) =>
    each.getBoundingClientRect().right > clientWidth + 1 && !each.closest('.scroll'));
  return out.map((each) => each.outerHTML.slice(0, 160)).slice(0, 3).concat(scrollWidth + ' px');
})()`;

const SHAPE = `(() => {
  const wrong = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const levels = all('h1, h2, h3').map((each) => Number(each.tagName[1]));
  if (levels.filter((level) => level === 1).length !== 1) wrong.push('not one h1');
  if (document.documentElement.lang !== 'es-PE') wrong.push('not in Spanish of Peru');
  const skip = document.querySelector('body > a.skip');
  if (!skip || !document.querySelector(skip.getAttribute('href'))) wrong.push('no skip link');
  for (const table of all('table')) {
    if (!table.caption?.textContent.trim()) wrong.push('a table without a caption');
    if ([...table.querySelectorAll('th')].some((each) => !each.scope))
      wrong.push('a table head without a scope');
  }
  for (const input of all('input:not([type=hidden]), select, textarea'))
    if (!input.labels?.length) wrong.push('no label: ' + input.outerHTML);
  const ids = all('[id]').map((each) => each.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) wrong.push('twice #' + id);
  if (all('[style], script:not([src])').length > 0) wrong.push('inline style or script');
  return [...new Set(wrong)];
})()`;
