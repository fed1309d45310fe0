/** Tests which variables of env.json a command takes. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { installationEnv } from './installation.js';

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

test.each([
  ['DATABASE_URL', 'DATABASE_URL_FILE'],
  ['REDIS_URL', 'REDIS_URL_FILE'],
  ['REDIS_URL', 'REDIS_SENTINELS'],
  ['REDIS_URL', 'REDIS_CLUSTER_FILE'],
])('%s of env.json does not count beside %s', (name, given) => {
  const home = mkdtempSync(path.join(tmpdir(), 'rafaga-installation-'));
  writeFileSync(path.join(home, 'env.json'), JSON.stringify({ [name]: 'demo', API_PORT: '3000' }));
  process.env = { RAFAGA_HOME: home, [given]: 'given' };
  expect(installationEnv()).toEqual({ RAFAGA_HOME: home, [given]: 'given', API_PORT: '3000' });
});

test('an env.json that cannot be read is not taken for an absent one', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'rafaga-installation-'));
  process.env = { RAFAGA_HOME: home };
  expect(installationEnv()).toEqual({ RAFAGA_HOME: home });
  mkdirSync(path.join(home, 'env.json'));
  expect(() => installationEnv()).toThrow(`No se puede leer ${home}/env.json: es una carpeta.`);
});
