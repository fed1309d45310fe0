/** Uploads of strangers take a bounded part of the panel's memory, and none of its users'. */
import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { waitFor } from '../support/waitFor.js';

let panel: TestPanel;
beforeAll(async () => {
  panel = await startTestPanel();
});
afterAll(() => panel.stop());

const PART = '--b\r\nContent-Disposition: form-data; name="logo"; filename="x"\r\n\r\n';

interface Upload {
  req: ClientRequest;
  status?: number;
}

/** An upload without a session, of which all but the end is sent. */
function begun(...pieces: (string | Buffer)[]): Upload {
  const headers = {
    'Content-Type': 'multipart/form-data; boundary=b',
    'Content-Length': String(60_000_000),
  };
  const url = new URL('/ingresar', panel.url);
  const upload: Upload = { req: request(url, { agent: false, method: 'POST', headers }) };
  upload.req.on('error', () => undefined);
  upload.req.on('response', (res) => {
    upload.status = res.statusCode ?? 0;
    res.resume();
  });
  for (const piece of pieces) upload.req.write(piece);
  return upload;
}

test('uploads that strangers hold back are bounded, and refuse none of a user', async () => {
  const held = Array.from({ length: 10 }, () => begun(PART, Buffer.alloc(1_090_000, 0x61)));
  await waitFor('most are refused', () => held.filter(({ status }) => status === 429).length >= 7);
  const admin = await panel.as('admin');
  await admin.open('/negocios/nuevo');
  const ficha = /name="ficha" value="([^"]+)"/.exec(admin.html)?.[1] ?? '';
  const body = new FormData();
  body.append('ficha', ficha);
  body.append('logo', new Blob([new Uint8Array(1_000_000)]), 'logo.png');
  const answer = await admin.fetch('/negocios/nuevo', { method: 'POST', body });
  expect(answer.status).toBe(422);
  for (const { req } of held) req.destroy();
  await waitFor('their memory to be free', async () => {
    const whole = { method: 'POST', body };
    return (await fetch(new URL('/ingresar', panel.url), whole)).status === 403;
  });
});

test('an upload of nothing but boundaries is refused while it comes', async () => {
  const upload = begun('\r\n--b'.repeat(1_000));
  await waitFor('its answer', () => upload.status !== undefined);
  expect(upload.status).toBe(413);
  upload.req.destroy();
});

test.each([
  'multipart/form-data; xboundary=otro; boundary=limite',
  'multipart/form-data; x="; boundary=otro"; boundary=limite',
  'multipart/form-data; boundary="lim\\ite"',
])('an upload is divided by no other boundary than its parts are counted by: %s', async (type) => {
  const body = `${PART.replace('--b', '--limite')}\r\n--limite--\r\n`;
  const upload = { method: 'POST', headers: { 'Content-Type': type }, body };
  expect((await fetch(new URL('/ingresar', panel.url), upload)).status).toBe(400);
});
