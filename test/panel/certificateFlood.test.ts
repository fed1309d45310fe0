/** Many certificates at the same time: a few are opened, and the others are refused at once. */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findBusiness, findSigningCertificate } from '@rafaga/db';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { aPfx, slowPfx } from '../support/pfx.js';
import { waitFor } from '../support/waitFor.js';
import type { Browser } from './browser.js';

let panel: TestPanel;
beforeAll(async () => {
  panel = await startTestPanel();
});
afterAll(() => panel.stop());

/** A business whose certificate is asked for next. */
async function aBusinessWithout(browser: Browser): Promise<string> {
  const ruc = `20${String(randomInt(1e9)).padStart(9, '0')}`;
  await browser.open('/negocios/nuevo');
  const [razon_social, direccion] = ['Tiendas Rímac S.A.C.', 'Av. Grau 123, Lima'];
  await browser.submit({ ruc, razon_social, direccion, ubigeo: 'Rímac' });
  return ruc;
}

test('thirty costly certificates of one user do not hold up that of another', async () => {
  const [attacker, honest] = [await panel.as('admin'), await panel.as('admin')];
  await aBusinessWithout(attacker);
  const ruc = await aBusinessWithout(honest);
  const [costly, own] = [slowPfx(await aPfx(ruc, 'x')), await aPfx(ruc, 'x')];
  const order: string[] = [];
  const upload = async () => {
    const body = new FormData();
    body.append('ficha', /name="ficha" value="([^"]+)"/.exec(attacker.html)?.[1] ?? '');
    body.append('archivo', new Blob([costly]), 'lento.pfx');
    body.append('clave', 'x');
    const { status } = await attacker.fetch(attacker.path, { method: 'POST', body });
    order.push(String(status));
  };
  const flood = Promise.all(Array.from({ length: 30 }, upload));
  await waitFor('the first refusals', () => order.includes('503'));
  await honest.submit({ archivo: new Blob([own]), clave: 'x' }, { action: 'certificado?' });
  order.push('honest');
  await flood;
  // two are opened and one waits; on a busy machine a few arrive after the first was given up
  expect(order.filter((each) => each === '503').length).toBeGreaterThan(15);
  expect(new Set(order)).toEqual(new Set(['503', '422', 'honest']));
  const business = await findBusiness(panel.db, ruc);
  expect(await findSigningCertificate(panel.db, business?.id ?? 0)).toBeDefined();
});

test('a refused certificate keeps its file, and says what to do', async () => {
  const browser = await panel.as('admin');
  const ruc = await aBusinessWithout(browser);
  const others = [await panel.as('admin'), await panel.as('admin'), await panel.as('admin')];
  const costly = slowPfx(await aPfx(ruc, 'x'));
  const flood = await Promise.all(
    [browser, browser, ...others, browser, browser].map(async (each) => {
      await each.open(`/negocios/${ruc}/certificado`);
      const body = new FormData();
      body.append('ficha', /name="ficha" value="([^"]+)"/.exec(each.html)?.[1] ?? '');
      body.append('archivo', new Blob([costly]), 'lento.pfx');
      body.append('clave', 'x');
      const answer = await each.fetch(`/negocios/${ruc}/certificado`, { method: 'POST', body });
      return { status: answer.status, html: await answer.text() };
    }),
  );
  const refused = flood.find(({ status }) => status === 503);
  expect(refused?.html).toContain('inténtalo otra vez en unos segundos');
  expect(refused?.html).toContain('El archivo ya llegó (lento.pfx)');
});
