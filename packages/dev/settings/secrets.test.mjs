/** Tests that secrets are created once and not readable by others. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { secretsOf } from './secrets.mjs';

const NAMES = ['RAFAGA_MASTER_KEY', 'RAFAGA_PEPPER'];
const before = { ...process.env };
let home;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'rafaga-secrets-'));
  for (const name of NAMES) delete process.env[name];
});
afterEach(() => {
  rmSync(home, { recursive: true });
  Object.assign(process.env, before);
});

test('secrets are made once and kept for their owner alone', () => {
  const made = secretsOf(home);
  expect(Object.keys(made)).toEqual(NAMES);
  expect(Buffer.from(made.RAFAGA_PEPPER, 'base64')).toHaveLength(32);
  expect(secretsOf(home)).toEqual(made);
  expect(statSync(path.join(home, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('a secret of the environment is left to the environment', () => {
  process.env.RAFAGA_PEPPER = 'mine';
  expect(Object.keys(secretsOf(home))).toEqual(['RAFAGA_MASTER_KEY']);
});
