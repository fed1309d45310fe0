/** Tests how the admin of the demo gets a password, before a small panel. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { demoAdmin } from './accounts.mjs';

const asked = [];
let server;
beforeEach(async () => {
  server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    asked.push({ method, url, host: headers.host, cookie: headers.cookie, form });
    if (method === 'POST') return void response.writeHead(303, { location: '/' }).end();
    response.setHeader('set-cookie', '__Host-x=y; Secure').end('<input name="ficha" value="z">');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.PANEL_PORT = String(server.address().port);
});
afterEach(() => {
  server.close();
  delete process.env.PANEL_PORT;
});

test('through the panel itself, also when its link names a proxy that is not there', async () => {
  const database = { query: async () => ({ rowCount: 0 }) };
  const rafaga = async () => 'https://panel.invalid/invitacion/1\n';
  const home = path.join(tmpdir(), 'rafaga-none');
  const { password } = await demoAdmin(home, database, rafaga, Promise.resolve());
  const way = { url: '/invitacion/1', host: 'panel.invalid' };
  const form = { ficha: 'z', clave: password, repetida: password };
  expect(asked).toEqual([
    { ...way, method: 'GET', form: {} },
    { ...way, method: 'POST', cookie: '__Host-x=y', form },
  ]);
});
