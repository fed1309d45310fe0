/**
 * A real Chromium and its windows. Each window records its pages, its requests to other hosts and
 * what the content policy refused.
 */

import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { WITHIN_MS } from '../support/waitFor.js';

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
/**
 * One frame for all pages of a window: with a frame for each, Chromium keeps every JavaScript world
 * that Playwright had in an earlier page, and creates all of them again in the next.
 */
const ONE_FRAME = '--enable-features=RenderDocument:level/crashed-frame';

/** A desktop zoomed to 400 %, and without zoom. */
export const NARROW = { width: 320, height: 640 };
export const WIDE = { width: 1280, height: 900 };

/** @param more arguments of the command */
export async function aChromium(...more: string[]): Promise<Browser> {
  const { CHROMIUM } = process.env;
  if (!CHROMIUM) throw new Error('CHROMIUM is not set: run npm test, which finds or installs one');
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [...ARGS, ...QUIET, ONE_FRAME, ...more],
  });
}

export interface BrowserWindow {
  page: Page;
  context: BrowserContext;
  /** Every page that was loaded, as the server sent it. */
  pages: { url: string; html: string }[];
  /** Requests to other hosts, violations of the content policy, script errors. */
  complaints: string[];
  leave(): Promise<void>;
}

/** Opens a window with cookies of its own. */
export async function openWindow(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<BrowserWindow> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: WIDE,
    locale: 'es-PE',
    ...options,
  });
  context.setDefaultTimeout(WITHIN_MS);
  const page = await context.newPage();
  const coming: Promise<unknown>[] = [];
  const browserWindow: BrowserWindow = { page, context, pages: [], complaints: [], leave };
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== url)
      browserWindow.complaints.push(`asked ${request.url()}`);
  });
  context.on('response', (answer) => {
    if (!answer.headers()['content-type']?.startsWith('text/html')) return;
    // a page that was left before its body arrived is not recorded
    coming.push(
      answer.text().then(
        (html) => browserWindow.pages.push({ url: answer.url(), html }),
        () => undefined,
      ),
    );
  });
  context.on('console', (said) => {
    if (/Content Security Policy|Refused to/.test(said.text()))
      browserWindow.complaints.push(`${page.url()}: ${said.text()}`);
  });
  context.on(
    'weberror',
    (error) => void browserWindow.complaints.push(`${page.url()}: ${error.error().message}`),
  );
  return browserWindow;

  async function leave() {
    await Promise.all(coming);
    await context.close();
  }
}

/** Performs an action that navigates, and waits until the new page is loaded. */
export async function andArrive(page: Page, act: () => Promise<unknown>): Promise<void> {
  const came = page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame());
  await act();
  await came;
  await page.waitForLoadState();
}
