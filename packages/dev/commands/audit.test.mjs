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

test('a package of production with a high vulnerability is reported', async () => {
  const url = await registry(200, { express: [advisory('high')] });
  const { vulnerable, report } = await audit(['--registry', url]);
  expect(vulnerable).toBe(true);
  expect(report).toContain('Express answers too much');
});

test('no advisory, and a low one, are no failure', async () => {
  for (const advisories of [{}, { express: [advisory('low')] }]) {
    const url = await registry(200, advisories);
    expect(await audit(['--registry', url])).toMatchObject({ vulnerable: false });
  }
});

test('a registry without advisories is reported as not checked', async () => {
  const url = await registry(405, {});
  expect(await audit(['--registry', url])).toEqual({
    vulnerable: false,
    report: 'SIN REVISAR: el registro no sirve avisos de vulnerabilidades (405).',
  });
  expect((await audit(['--registry', 'http://127.0.0.1:9/'])).report).toContain('sin respuesta');
});
