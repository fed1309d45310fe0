/** A photo as the logo: the browser makes it smaller before it is sent. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { currentDesign } from '@rafaga/db';
import type { Browser } from 'playwright-core';
import { PNG } from 'pngjs';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { aSender } from '../support/senders.js';
import { aChromium, andArrive, openWindow } from './chromium.js';
import { KeyboardUser } from './keyboardUser.js';

let panel: TestPanel;
let chromium: Browser;
beforeAll(async () => {
  [panel, chromium] = await Promise.all([startTestPanel(), aChromium()]);
});
afterAll(async () => {
  await chromium.close();
  await panel.stop();
});

/** Noise does not compress, as a photo does not. */
function aPhoto(side: number): Buffer {
  const picture = new PNG({ width: side, height: side });
  picture.data = randomBytes(side * side * 4);
  for (let at = 3; at < picture.data.length; at += 4) picture.data[at] = 255;
  return PNG.sync.write(picture, { deflateLevel: 1 });
}

test('a photo that is too heavy becomes a logo that fits', async () => {
  const browserWindow = await openWindow(chromium, panel.url);
  const { page } = browserWindow;
  await new KeyboardUser(page).signIn((await panel.person('operator')).email);
  const { ruc, id } = await aSender(panel.db);
  const buffer = aPhoto(700);
  expect(buffer.length).toBeGreaterThan(1_300_000);
  await page.goto(`/negocios/${ruc}/pdf`);
  await page
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer });
  await page.getByText(/La imagen pesaba \d+\.\d MB: se redujo a \d+ KB\./).waitFor();
  await andArrive(page, () => page.getByRole('button', { name: 'Guardar' }).click());
  // a script takes the notice out of the address: a reload does not repeat it
  await page.getByRole('status').getByText('Guardado.').waitFor();
  const { logo } = await currentDesign(panel.db, id);
  expect(logo?.length).toBeGreaterThan(1_000);
  expect(logo?.length).toBeLessThanOrEqual(256 * 1024);
  await browserWindow.leave();
  expect(browserWindow.complaints).toEqual([]);
}, 240_000);
