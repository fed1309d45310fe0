/** Designs that take long to draw hold up no page, and take no other user's turn. */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import type { Browser } from './browser.js';

/** In place of the thread that draws: it never judges a design. */
const THREAD = "import 'node:worker_threads'; setInterval(() => undefined, 1_000);";

let slow: TestPanel;
let panel: TestPanel;
beforeAll(async () => {
  const drawingThread = new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`);
  [slow, panel] = await Promise.all([startTestPanel({ drawingThread }), startTestPanel()]);
});
afterAll(() => Promise.all([slow.stop(), panel.stop()]));

async function aBusiness(admin: Browser): Promise<string> {
  const ruc = `20${String(randomInt(1e9)).padStart(9, '0')}`;
  await admin.open('/negocios/nuevo');
  await admin.submit({ ruc, razon_social: 'Bodega S.A.C.', direccion: 'Av. 1', ubigeo: '150101' });
  return ruc;
}

/** Opens the design of a business, and gives what asks for its preview. */
async function designOf(browser: Browser, ruc: string) {
  await browser.open(`/negocios/${ruc}/pdf`);
  const token = /name="ficha" value="([^"]+)"/.exec(browser.html)?.[1] ?? '';
  return async (init: { logo?: File; signal?: AbortSignal } = {}): Promise<string> => {
    const body = new FormData();
    body.append('ficha', token);
    body.append('papel', 'ticket-80');
    if (init.logo) body.append('logo', init.logo);
    const headers = { 'Sec-Fetch-Dest': 'iframe' };
    const sent = { method: 'POST', body, headers, signal: init.signal ?? null };
    return (await browser.fetch(`/negocios/${ruc}/pdf/vista`, sent)).text();
  };
}

test('a logo whose decoding never ends holds up no page; a flood of it is refused', async () => {
  const [attacker, other] = await Promise.all([slow.as('admin'), slow.as('admin')]);
  const preview = await designOf(attacker, await aBusiness(attacker));
  const end = new AbortController();
  const logo = new File(['x'], 'logo.png');
  const flood = Array.from({ length: 6 }, () => preview({ logo, signal: end.signal }));
  const answered = Promise.allSettled(flood);
  expect(await Promise.race(flood)).toContain('Se están dibujando otras páginas');
  expect(await other.open('/negocios')).toMatchObject({ status: 200 });
  end.abort();
  await answered;
});

test('a preview shows the pages that the thread drew', async () => {
  const admin = await panel.as('admin');
  const preview = await designOf(admin, await aBusiness(admin));
  expect(await preview()).toContain('src="data:image/png;base64,');
});
