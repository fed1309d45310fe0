/**
 * A real Chromium, and people who sit at it. What they see of other hosts, of refused parts and of
 * secrets is kept for the end.
 */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** As a phone that zooms to 400 % shows it, and as a desk does. */
export const NARROW = { width: 320, height: 640 };
export const WIDE = { width: 1280, height: 900 };

export async function aChromium(): Promise<Browser> {
  const { CHROMIUM } = process.env;
  if (!CHROMIUM) throw new Error('CHROMIUM is needed: run npm test, which finds one or brings one');
  return chromium.launch({ executablePath: CHROMIUM, args: [...ARGS, ...QUIET] });
}

export interface BrowserWindow {
  page: Page;
  context: BrowserContext;
  /** Every page that came, as it was sent. */
  pages: { url: string; html: string }[];
  /**
   * What should never be: requests to other hosts, parts that the policy refused, scripts that
   * failed.
   */
  complaints: string[];
  leave(): Promise<void>;
}

/** Somebody's own window, with nothing of anybody else's. */
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
    // one that was left before it had come has nothing to show
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

/** Does what leads to another page, and waits until that has come. */
export async function andArrive(page: Page, act: () => Promise<unknown>): Promise<void> {
  const came = page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame());
  await act();
  await came;
  await page.waitForLoadState();
}
