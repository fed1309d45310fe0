/** The camera in the search box: only where the browser reads codes, and then to the reference. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createIssuance } from '@rafaga/db';
import type { Browser } from 'playwright-core';
import { aBusiness, aDocument } from '../../packages/db/testing/aDocument.js';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { aChromium, openWindow } from './chromium.js';

let panel: TestPanel;
let browser: Browser;
let cookie: string;
let qr = '';
let id = 0;

beforeAll(async () => {
  panel = await startTestPanel();
  // a camera that shows a moving picture, and its permission
  browser = await aChromium('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream');
  ({ cookie } = await panel.as('support'));
  const business = await aBusiness(panel.db, 'B781');
  const issuance = createIssuance(panel.db);
  const sale = { client: { name: 'x' }, payment: 'cash', lines: [] };
  const issued = await issuance.issue(aDocument(business.id, { series: 'B781', sale }));
  await issuance.close();
  if (issued.is !== 'issued') throw new Error(issued.is);
  id = issued.id;
  qr = `${business.ruc}|03|B781|${issued.number}|18.00|118.00|2026-11-21|1|45678912|x=|`;
});
afterAll(async () => {
  await browser.close();
  await panel.stop();
});

/** A window of support; `reads`: what its browser's own reader of codes finds in a picture. */
async function window(reads?: string) {
  const opened = await openWindow(browser, panel.url);
  const [name = '', value = ''] = cookie.split('=');
  await opened.context.addCookies([{ name, value, url: panel.url }]);
  // Chromium has this reader on Android, macOS and ChromeOS only
  if (reads !== undefined)
    await opened.page.addInitScript((text) => {
      class Reader {
        static getSupportedFormats = async () => ['qr_code'];
        detect = async (video: { videoWidth: number }) =>
          video.videoWidth > 0 ? [{ rawValue: text }] : [];
      }
      Object.assign(globalThis, { BarcodeDetector: Reader });
    }, reads);
  return opened;
}

test('without a reader of codes there is no button', async () => {
  const { page, complaints, leave } = await window();
  await page.goto('/referencias');
  expect(await page.getByRole('button', { name: 'Escanear' }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await leave();
});

test('the QR before the camera opens its reference', async () => {
  const { page, complaints, leave } = await window(qr);
  await page.goto('/referencias');
  await page.getByRole('button', { name: 'Escanear' }).click();
  await page.waitForURL(`**/referencias/${id}`);
  expect(complaints).toEqual([]);
  await leave();
});

test('the camera belongs to pages with the search box alone', async () => {
  const policyOf = async (path: string, signedIn: boolean) =>
    (
      await fetch(new URL(path, panel.url), {
        headers: signedIn ? { Cookie: cookie } : {},
        redirect: 'manual',
      })
    ).headers.get('permissions-policy');
  expect(await policyOf('/referencias', true)).toBe('camera=(self), microphone=(), geolocation=()');
  expect(await policyOf('/ingresar', false)).toBe('camera=(), microphone=(), geolocation=()');
});
