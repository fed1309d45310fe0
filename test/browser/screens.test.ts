/**
 * The screens: what stands in sight on a laptop and on a phone, in the light and in the dark, and
 * the keys that move through a list.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addCredential } from '@rafaga/db';
import { hashSecret, newCredential } from '@rafaga/secrets';
import type { Browser, Page } from 'playwright-core';
import { type PanelEnvironment, startPanelEnvironment } from '../support/panelEnvironment.js';
import { aSender, issueMany, type Sender } from '../support/senders.js';
import { PEPPER } from '../support/settings.js';
import { aChromium, andArrive, type BrowserWindow, NARROW, openWindow, WIDE } from './chromium.js';
import { violations } from './inspect.js';
import { KeyboardUser } from './keyboardUser.js';

const LONG = 240_000;
const PHONE = { width: 375, height: 800 };
const NAME = 'Distribuidora Los Andes S.A.C.';

let testEnvironment: PanelEnvironment;
let chromium: Browser;
let browserWindow: BrowserWindow;
let page: Page;
let sender: Sender;

beforeAll(async () => {
  [testEnvironment, chromium] = await Promise.all([startPanelEnvironment(), aChromium()]);
  browserWindow = await openWindow(chromium, testEnvironment.panel.url);
  ({ page } = browserWindow);
  await new KeyboardUser(page).signIn((await testEnvironment.panel.person('admin')).email);
  sender = await aSender(testEnvironment.db, { legalName: NAME });
  await thirtyInReview();
  await aCredential();
}, LONG);
afterAll(async () => {
  await browserWindow.leave();
  await chromium.close();
  await testEnvironment.stop();
});

/** In review for a reason of two lines; SUNAT takes them for two more days. */
async function thirtyInReview(): Promise<void> {
  const clients = Array.from({ length: 30 }, () => '45678912');
  const ids = await issueMany(testEnvironment.db, sender, 'boleta', clients);
  await testEnvironment.db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'unproven', attempts = 3, sends = 1,
       deadline = (now() AT TIME ZONE 'America/Lima')::date + 2 WHERE document_id = ANY($1)`,
    [ids],
  );
}

async function aCredential(): Promise<void> {
  const { apiKey, apiSecret } = newCredential();
  const secretHash = hashSecret(apiSecret, PEPPER);
  await addCredential(
    testEnvironment.db,
    { actor: 'cli:root', reason: 'primera caja' },
    { businessId: sender.id, name: 'Caja 1', apiKey, secretHash },
  );
}

const STUCK = '/referencias?ver=detenidas';

test('twenty stuck references fit on a screen of 1280 by 900 with their deadlines', async () => {
  await page.setViewportSize(WIDE);
  await page.goto(STUCK);
  const rows = await page.evaluate<string[]>(`[...document.querySelectorAll('tbody tr')]
    .filter((row) => row.getBoundingClientRect().bottom <= innerHeight)
    .map((row) => row.innerText)`);
  expect(rows.length).toBeGreaterThanOrEqual(20);
  for (const row of rows)
    for (const text of [NAME, 'en revisión', 'no consta que sea este comprobante', 'quedan 2 días'])
      expect(row).toContain(text);
});

describe('on a phone', () => {
  beforeAll(() => page.setViewportSize(PHONE));

  test('the head takes at most 15 % of the screen, and keeps the search box', async () => {
    await page.goto(STUCK);
    const main = await page.getByRole('main').boundingBox();
    expect(main?.y).toBeLessThanOrEqual(PHONE.height * 0.15);
    expect(await page.getByRole('searchbox').isVisible()).toBe(true);
  });

  test('the menu opens without scripts, by keyboard', async () => {
    const visitor = await openWindow(chromium, testEnvironment.panel.url, {
      javaScriptEnabled: false,
      viewport: PHONE,
      storageState: await browserWindow.context.storageState(),
    });
    await visitor.page.goto(STUCK);
    const link = visitor.page.getByRole('link', { name: 'Colas' });
    expect(await link.isVisible()).toBe(false);
    await visitor.page.getByRole('button', { name: 'Menú' }).press('Enter');
    await andArrive(visitor.page, () => link.press('Enter'));
    expect(new URL(visitor.page.url()).pathname).toBe('/colas');
    await visitor.leave();
  });

  test.each([
    [STUCK, ['en revisión', 'no consta que sea este comprobante', 'quedan 2 días']],
    ['/referencias?ver=emitidas', ['en revisión']],
    ['/negocios', ['activo']],
    ['/negocios/:ruc/credenciales', ['activa', 'Revocar']],
    ['/negocios/:ruc/series', ['abierta', 'Cerrar']],
    ['/negocios/:ruc/registro', ['201']],
    ['/usuarios', ['activo', 'Cambiar']],
    ['/auditoria', ['terminal (root)', 'Ver']],
    ['/colas', ['Pausar']],
  ])('%s shows %j without sideways scrolling', async (address, texts) => {
    await page.goto(address.replace(':ruc', sender.ruc));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    for (const text of texts) {
      const box = await page.locator('tbody').getByText(text).first().boundingBox();
      expect([text, box && box.x >= 0 && box.x + box.width <= PHONE.width]).toEqual([text, true]);
    }
  });
});

describe('the charts', () => {
  beforeAll(async () => {
    await testEnvironment.db.pool.query(
      `INSERT INTO hourly_statistics (hour, authority, measure, result, bucket, count)
       SELECT date_trunc('hour', now()) - hours * interval '1 hour', 'production', measure,
         result, 24, 1000 + hours
       FROM generate_series(0, 23) AS hours,
         (VALUES ('issued', ''), ('settled', 'accepted'), ('sendBill', 'cdr'))
           AS m (measure, result)`,
    );
  });

  test.each([
    ['a laptop', WIDE],
    ['a phone', PHONE],
    ['a narrow window', NARROW],
  ])('on %s are whole, the newest hour in sight, with text of 11 px or more', async (_, size) => {
    await page.setViewportSize(size);
    await page.goto('/actividad');
    const marks = await page.evaluate<{ size: number; right: number; left: number }[]>(MARKS);
    expect(marks.length).toBeGreaterThan(20);
    for (const mark of marks) {
      expect(mark.size).toBeGreaterThanOrEqual(11);
      expect(mark.left).toBeGreaterThanOrEqual(0);
      expect(mark.right).toBeLessThanOrEqual(size.width);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
  });
});
/** The texts of the axes that are shown, with their size as it is on the screen. */
const MARKS = `[...document.querySelectorAll('.plot .mark')]
  .filter((mark) => mark.getBoundingClientRect().width > 0)
  .map((mark) => {
    const { left, right } = mark.getBoundingClientRect();
    const scale = mark.ownerSVGElement.getBoundingClientRect().width / 360;
    return { left, right, size: parseFloat(getComputedStyle(mark).fontSize) * scale };
  })`;

describe('in the dark', () => {
  beforeAll(() => page.emulateMedia({ colorScheme: 'dark' }));
  afterAll(() => page.emulateMedia({ colorScheme: 'light' }));

  test.each([
    ...['/inicio', STUCK, '/referencias?ver=emitidas', '/buscar?q=B001', '/colas', '/sunat'],
    ...['/actividad', '/operaciones', '/usuarios', '/auditoria', '/negocios', '/avisos'],
    ...['', '/datos', '/series', '/pdf', '/credenciales', '/registro'].map(
      (part) => `/negocios/:ruc${part}`,
    ),
  ])('%s is dark, and every colour has its contrast in both widths', async (address) => {
    for (const size of [WIDE, PHONE]) {
      await page.setViewportSize(size);
      await page.goto(address.replace(':ruc', sender.ruc));
      expect(await page.evaluate(BACKGROUND)).toBe('rgb(20, 24, 27)');
      expect(await violations(page)).toEqual([]);
    }
  });
});
const BACKGROUND = "getComputedStyle(document.querySelector('main')).backgroundColor";

describe('keys', () => {
  const focused = () => page.evaluate<string>('document.activeElement.textContent');
  beforeAll(() => page.setViewportSize(WIDE));

  test('j and k move over the rows, and Enter opens the one that has the focus', async () => {
    await page.goto(STUCK);
    const links = await page.locator('tbody a').allTextContents();
    const user = new KeyboardUser(page);
    await user.press('j');
    expect(await focused()).toBe(links[0]);
    await user.press('j');
    await user.press('j');
    await user.press('k');
    expect(await focused()).toBe(links[1]);
    await user.enter();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(links[1]);
  });

  test('they are letters while one is writing, and can be switched off', async () => {
    await page.goto(STUCK);
    const user = new KeyboardUser(page);
    await user.press('/');
    await user.type('jk/');
    expect(await page.getByRole('searchbox').inputValue()).toBe('jk/');
    const box = page.getByRole('contentinfo').getByRole('checkbox');
    await box.uncheck();
    await user.press('j');
    expect(await box.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(
      true,
    );
    await box.check();
  });
});

test('the browser requested no other host and its policy refused nothing', () => {
  expect(browserWindow.complaints).toEqual([]);
});
