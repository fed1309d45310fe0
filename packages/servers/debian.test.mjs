/** Tests the unpacking of Debian packages, from a server with one package. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { onPath } from '../processes/onPath.mjs';
import { run } from '../processes/run.mjs';
import { hasApt, unpackDebian } from './debian.mjs';

const NAME = 'rafaga-example';
const CONTROL = [`Package: ${NAME}`, 'Version: 1.0', 'Architecture: all', 'Maintainer: x <x@x>'];
const folder = mkdtempSync(path.join(tmpdir(), 'rafaga-debian-'));
let server;
let deb;

afterAll(() => rmSync(folder, { recursive: true }));

/** Starts the server, and makes it the only one that apt knows. */
async function serve() {
  deb = await packed();
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sources = path.join(folder, 'sources.list');
  const at = `http://127.0.0.1:${server.address().port}/debian`;
  writeFileSync(sources, `deb [trusted=yes] ${at} here main\n`);
  for (const place of ['lists/partial', 'cache/archives/partial'])
    mkdirSync(path.join(folder, place), { recursive: true });
  process.env.APT_CONFIG = path.join(folder, 'apt.conf');
  const settings = {
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': `${folder}/lists`,
    'Dir::Cache': `${folder}/cache`,
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': '',
    'Acquire::http::Proxy': 'DIRECT',
    'Acquire::AllowInsecureRepositories': 'true',
    'APT::Get::AllowUnauthenticated': 'true',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}";\n`);
  writeFileSync(process.env.APT_CONFIG, lines.join(''));
}

async function packed() {
  const source = path.join(folder, 'source');
  for (const place of ['DEBIAN', 'usr/bin'])
    mkdirSync(path.join(source, place), { recursive: true, mode: 0o755 });
  writeFileSync(path.join(source, 'DEBIAN/control'), `${CONTROL.join('\n')}\nDescription: x\n`);
  writeFileSync(path.join(source, 'usr/bin', NAME), '#!/bin/sh\n', { mode: 0o755 });
  const file = path.join(folder, `${NAME}.deb`);
  await run('dpkg-deb', ['--build', '--root-owner-group', source, file]);
  return readFileSync(file);
}

/** The lists of every release and architecture name the one package. */
function answer(req, res) {
  if (req.url.endsWith('.deb')) return res.end(deb);
  if (!req.url.endsWith('/Packages')) return res.writeHead(404).end();
  const sha256 = createHash('sha256').update(deb).digest('hex');
  const fields = [`Filename: pool/${NAME}.deb`, `Size: ${deb.length}`, `SHA256: ${sha256}`];
  res.end(`${[...CONTROL, ...fields].join('\n')}\nDescription: x\n`);
}

const unpacked = (place) => existsSync(path.join(folder, place, 'root/usr/bin', NAME));

// on systems without apt nothing is unpacked
if (hasApt())
  describe('with the packages of a server', () => {
    beforeAll(serve);
    afterAll(() => {
      delete process.env.APT_CONFIG;
      server.close();
    });

    test('the first group that exists is unpacked, and nothing is installed', async () => {
      await unpackDebian(path.join(folder, 'here'), [['rafaga-none'], [NAME]]);
      expect(unpacked('here')).toBe(true);
      expect(onPath([NAME])).toBeUndefined();
    });

    test('without a group that exists nothing is unpacked', async () => {
      await unpackDebian(path.join(folder, 'none'), [['rafaga-none']]);
      expect(unpacked('none')).toBe(false);
    });

    test('a package of another release comes from the server of this one', async () => {
      await run('apt-get', ['update']);
      await unpackDebian(path.join(folder, 'other'), [[NAME]], 'other');
      expect(unpacked('other')).toBe(true);
      const list = readFileSync(path.join(folder, 'other', 'sources.list'), 'utf8');
      expect(list).toMatch(/^deb http:\/\/127\.0\.0\.1:\d+\/debian\/? other main\n$/);
    });
  });

test('without apt nothing is unpacked', async () => {
  const { PATH } = process.env;
  process.env.PATH = folder;
  await unpackDebian(path.join(folder, 'no-apt'), [[NAME]]);
  expect(unpacked('no-apt')).toBe(false);
  process.env.PATH = PATH;
});
