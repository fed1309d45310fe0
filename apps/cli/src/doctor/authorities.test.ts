/** Services that answer the doctor with what could keep it waiting or fill its memory. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { checkAuthorities } from './authorities.js';

async function findingsAbout(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const simulatorUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const used = { authority: 'simulator', billUrl: null, consultUrl: null, businesses: 1 } as const;
  try {
    return await checkAuthorities([used], { simulatorUrl, allowPrivate: [] });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a change of protocol is no answer', async () => {
  const [found] = await findingsAbout((_request, response) =>
    response.writeHead(101, { Connection: 'Upgrade', Upgrade: 'h2c' }).end(),
  );
  expect(found).toMatchObject({
    state: 'mal',
    text: expect.stringMatching(/^no se llega a 127\.0\.0\.1:\d+: cambió de protocolo$/),
  });
});

test('the body of an answer is not read', async () => {
  const findings = await findingsAbout((_request, response) => {
    response.writeHead(500, { 'Content-Encoding': 'gzip' }).write('no gzip, and no end');
  });
  expect(findings.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^127\.0\.0\.1:\d+ responde en \d+ ms$/),
    expect.stringContaining('coinciden'),
  ]);
});
