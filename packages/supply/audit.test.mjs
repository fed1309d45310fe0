/** Tests the audit with a registry of each kind: with advisories, without them, and none at all. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { audit } from './audit.mjs';

const servers = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A registry that answers every question with these advisories. */
async function registry(status, advisories) {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(advisories));
    });
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}/`;
}

const advisory = (severity) => ({
  id: 1,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'Express answers too much',
  severity,
  vulnerable_versions: '<99.0.0',
  cwe: [],
  cvss: { score: 9, vectorString: null },
});

test('a package of production with a high vulnerability is a failure', async () => {
  const url = await registry(200, { express: [advisory('high')] });
  const { code, out } = await audit(['--registry', url]);
  expect([code, out]).toEqual([1, expect.stringContaining('Express answers too much')]);
});

test('no advisory, and a low one, are no failure', async () => {
  for (const advisories of [{}, { express: [advisory('low')] }])
    expect(await audit(['--registry', await registry(200, advisories)])).toMatchObject({ code: 0 });
});

test('a registry that serves no advisories is named and no failure', async () => {
  for (const url of [await registry(405, {}), 'http://127.0.0.1:9/']) {
    const { code, out } = await audit(['--registry', url]);
    expect([code, out]).toEqual([0, expect.stringContaining(url)]);
  }
});
