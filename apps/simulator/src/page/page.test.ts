/** The page shows what was received and the script, and says that it is a simulation. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import got from 'got';
import { control, send, sendZip, start } from '../../testing/client.js';
import { boleta, RUC } from '../../testing/invoices.js';
import type { Simulator } from '../simulator.js';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await start();
});
afterAll(() => simulator.stop());

test('the page says that it is a simulation and lists what was received', async () => {
  await send(simulator.url, boleta({ number: 1 }));
  const { body, headers } = await got(simulator.url);
  expect(body).toContain('Esto es una simulación');
  expect(body).toContain(`${RUC}-03-B001-1`);
  expect(body).toContain('lang="es-PE"');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
});

test('text from a request is escaped', async () => {
  await sendZip(simulator.url, '&lt;script&gt;alert(1)&lt;/script&gt;', Buffer.from('x'));
  const { body } = await got(simulator.url);
  expect(body).not.toContain('<script');
});

test('the page shows the script in force', async () => {
  await control(simulator.url, 'siguiente', {
    resultado: 'timeout-despues',
    veces: 3,
    documento: `${RUC}-03-B001-9`,
  });
  await control(simulator.url, 'caida', { modo: 'http-503', servicios: ['rest'] });
  const { body } = await got(simulator.url);
  expect(body).toContain('timeout-despues × 3 (envio)');
  expect(body).toContain('caído (http-503): rest');
  expect(body).toContain('<dt>Constancias</dt><dd>sin la huella</dd><dt>Reloj</dt><dd>en hora<');
  await control(simulator.url, 'constancias', { huella: true });
  await control(simulator.url, 'reloj', { segundos: -90 });
  await control(simulator.url, 'latencia', { ms: 0, hasta: 30 });
  const changed = (await got(simulator.url)).body;
  expect(changed).toContain('<dt>Constancias</dt><dd>con la huella del comprobante<');
  expect(changed).toContain('<dt>Reloj</dt><dd>90 s atrasado<');
  expect(changed).toContain('<dt>Demora</dt><dd>0 a 30 ms<');
});
