/** A link on another site, as in an alert by e-mail, opens its page and keeps the session. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { startTestPanel } from '../support/panel.js';
import { aChromium, openWindow } from './chromium.js';
import { KeyboardUser } from './keyboardUser.js';

test('a link of another site leads to its page, signed in', async () => {
  const [panel, chromium] = await Promise.all([startTestPanel(), aChromium()]);
  const elsewhere = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<a href="${panel.url}/colas?desde=correo">Ver</a>`);
  });
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const browserWindow = await openWindow(chromium, panel.url);
  const { page } = browserWindow;
  await new KeyboardUser(page).signIn((await panel.person('operator')).email);
  // another name of this machine is another site
  await page.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}/`);
  await page.getByRole('link', { name: 'Ver' }).click();
  await page.getByRole('heading', { name: 'Colas', exact: true }).waitFor();
  expect(page.url()).toBe(`${panel.url}/colas?desde=correo`);
  await page.goto('/inicio');
  await page.getByRole('heading', { name: 'Inicio', exact: true }).waitFor();
  await browserWindow.leave();
  await chromium.close();
  await panel.stop();
  elsewhere.close();
}, 240_000);
