/** The pages about changes of law with what was found, checked by axe and at 400 % zoom. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { claimLawCheck, reviewBusiness, storeLawCheck } from '@rafaga/db';
import type { Browser } from 'playwright-core';
import { aBusiness } from '../../packages/db/testing/aDocument.js';
import { issueSale } from '../../packages/db/testing/issueSale.js';
import { aLine, aSale } from '../../packages/fiscal/testing/aSale.js';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { type OwnServers, ownServers } from '../support/servers.js';
import { aChromium, type BrowserWindow, openWindow } from './chromium.js';
import { inspect } from './inspect.js';
import { KeyboardUser } from './keyboardUser.js';

const DAY = '2027-01-01';
/** More than one page of a list shows. */
const PRODUCTS = 60;
const clock = () => new Date('2026-11-22T15:00:00Z');

let servers: OwnServers;
let panel: TestPanel;
let chromium: Browser;
let operator: BrowserWindow;
let ruc: string;
beforeAll(async () => {
  [servers, chromium] = await Promise.all([ownServers(), aChromium()]);
  const { databaseUrl, redisUrl } = servers;
  panel = await startTestPanel({ databaseUrl, redisUrl, clock });
  const business = await aBusiness(panel.db, 'B001');
  ruc = business.ruc;
  const lines = Array.from({ length: PRODUCTS }, (_, i) =>
    aLine({
      code: `PLATO-${i}`,
      description: `Lomo saltado con papas nativas y arroz ${'muy '.repeat(20)}grande ${i}`,
      igvPercent: '10.5',
    }),
  );
  await issueSale(panel.db, business.id, aSale({ lines }));
  await issueSale(panel.db, business.id, aSale({ lines: [aLine({ sunatCode: '01234567' })] }));
  const lease = await claimLawCheck(panel.db, 'w1', [DAY]);
  if (!lease) throw new Error('nothing is due');
  const review = await reviewBusiness(panel.db, lease, { day: DAY, now: new Date() });
  if (review) await storeLawCheck(panel.db, lease, review);
  operator = await openWindow(chromium, panel.url);
  const { email } = await panel.person('operator');
  await new KeyboardUser(operator.page).signIn(email);
});
afterAll(async () => {
  await operator.leave();
  await chromium.close();
  await panel.stop();
  await servers.drop();
});

test('the list of all businesses and the pages of one lead to each other', async () => {
  const { page } = operator;
  await page.goto('/ley');
  expect(await inspect(page)).toEqual([]);
  await page.locator(`a[href*="${ruc}/ley"]`).click();
  await page.waitForURL(/\/negocios\/\d+\/ley/);
  expect(await inspect(page)).toEqual([]);
  await page.getByText('Página siguiente').click();
  await page.waitForURL(/desde=/);
  expect(await inspect(page)).toEqual([]);
  await page.getByText('Ver una').first().click();
  await page.waitForURL(/\/referencias\/\d+/);
  expect(operator.complaints).toEqual([]);
});
