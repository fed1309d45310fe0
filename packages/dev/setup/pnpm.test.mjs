/** Tests the installs: of one package from a registry, and of what a lockfile names. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { npmRegistry } from '../../../test/support/npmRegistry.mjs';
import { tools } from '../../processes/places.mjs';
import { install, installedVersion, installIn, installPackage } from './pnpm.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'rafaga-pnpm-'));
const before = { ...process.env };
let registry;
beforeAll(async () => {
  registry = await npmRegistry({ name: 'rafaga-example', version: '1.0.0' }, { 'index.js': '' });
});
afterEach(() => Object.assign(process.env, before));
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true });
});

const inFolder = (name) => {
  Object.assign(process.env, registry.env);
  return path.join(folder, name);
};

test('a package is installed into a folder of its own', async () => {
  const place = inFolder('one');
  await installPackage(place, 'rafaga-example@1.0.0');
  expect(installedVersion(place, 'rafaga-example')).toBe('1.0.0');
  expect(existsSync(path.join(place, 'package-lock.json'))).toBe(false);
});

test('an interrupted install is none, and the next one begins anew', async () => {
  const place = inFolder('half');
  const half = path.join(place, 'node_modules', 'rafaga-example');
  mkdirSync(half, { recursive: true });
  writeFileSync(path.join(half, 'package.json'), '{"name":"rafaga-example","version":"1.0.0"}');
  const rest = path.join(place, 'node_modules', '.rest');
  writeFileSync(rest, '');
  expect(installedVersion(place, 'rafaga-example')).toBeUndefined();
  await installPackage(place, 'rafaga-example@1.0.0');
  expect([existsSync(path.join(half, 'index.js')), existsSync(rest)]).toEqual([true, false]);
});

test('a package that the registry does not have is refused with what npm says', async () => {
  await expect(installPackage(inFolder('none'), 'rafaga-none@1.0.0')).rejects.toThrow('E404');
});

const LOCKFILE = "lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n";

test('a checkout is installed by its lockfile, or not at all', async () => {
  const place = path.join(folder, 'checkout');
  mkdirSync(place);
  const manifest = (more) => writeFileSync(path.join(place, 'package.json'), JSON.stringify(more));
  manifest({ private: true });
  writeFileSync(path.join(place, 'pnpm-lock.yaml'), LOCKFILE);
  await installIn(place);
  manifest({ private: true, dependencies: { 'rafaga-example': '1.0.0' } });
  await expect(installIn(place)).rejects.toThrow('ERR_PNPM_OUTDATED_LOCKFILE');
});

test('where nothing changed since the last install, only pnpm is put onto PATH', async () => {
  process.env.npm_config_registry = 'http://127.0.0.1:9/';
  process.env.PATH = '/nowhere';
  await install();
  expect(process.env.PATH).toBe(`${path.join(tools, 'pnpm', 'node_modules', '.bin')}:/nowhere`);
});
