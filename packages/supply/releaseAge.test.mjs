/** Tests that no version is added to the lockfile until a week after its publication. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { root } from '../processes/places.mjs';
import { run } from '../processes/run.mjs';

const DAY_MS = 24 * 60 * 60_000;
const folder = mkdtempSync(path.join(tmpdir(), 'rafaga-age-'));
let server;
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** A registry with one package, whose only version was published so long ago. */
async function registry(name, days) {
  const published = new Date(Date.now() - days * DAY_MS).toISOString();
  const dist = { tarball: 'http://127.0.0.1:9/a.tgz', integrity: `sha512-${'a'.repeat(86)}==` };
  const packument = JSON.stringify({
    ...{ name, 'dist-tags': { latest: '1.0.0' }, modified: published },
    time: { created: published, modified: published, '1.0.0': published },
    versions: { '1.0.0': { name, version: '1.0.0', dist } },
  });
  server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json').end(packument);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}/`;
}

test.each([
  [6, 1, 'ERR_PNPM_NO_MATURE_MATCHING_VERSION'],
  [8, 0, ''],
])('a version that is %i days old: pnpm ends with %i %s', async (days, code, says) => {
  const name = `rafaga-${days}`;
  const url = await registry(name, days);
  const settings = readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8');
  const age = /^minimumReleaseAge: \d+$/m.exec(settings)?.[0] ?? '';
  const manifest = { private: true, dependencies: { [name]: '1.0.0' } };
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'pnpm-workspace.yaml'), `${age}\n`);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  const args = ['install', '--lockfile-only', '--no-frozen-lockfile', '--registry', url];
  const options = { cwd: folder, anyCode: true };
  const ended = await run('pnpm', args, options);
  expect([ended.code, ended.out]).toEqual([code, expect.stringContaining(says)]);
});
