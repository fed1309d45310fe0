/** Tests that secrets are created once, for their owner alone, and which programs get them. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { programEnv, SECRETS, secretsOf } from './secrets.mjs';

const before = { ...process.env };
const KEYS = SECRETS.filter((name) => name !== 'RAFAGA_MASTER_KEY');
let home;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'rafaga-secrets-'));
  for (const name of SECRETS) delete process.env[name];
});
afterEach(() => {
  rmSync(home, { recursive: true });
  for (const name of SECRETS) delete process.env[name];
  Object.assign(process.env, before);
});

test('secrets are made once and kept for their owner alone', () => {
  const made = secretsOf(home);
  expect(Object.keys(made)).toEqual(KEYS);
  for (const value of Object.values(made)) expect(Buffer.from(value, 'base64')).toHaveLength(32);
  expect(new Set(Object.values(made)).size).toBe(KEYS.length);
  expect(secretsOf(home)).toEqual(made);
  expect(statSync(path.join(home, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('a home that has a master key keeps it, and gets only the key of archives', () => {
  const kept = { RAFAGA_MASTER_KEY: 'a master key', RAFAGA_PEPPER: 'a pepper' };
  writeFileSync(path.join(home, 'secrets.json'), JSON.stringify(kept));
  const complete = { ...kept, RAFAGA_ARCHIVE_KEY: expect.any(String) };
  expect(secretsOf(home)).toEqual(complete);
  expect(JSON.parse(readFileSync(path.join(home, 'secrets.json'), 'utf8'))).toEqual(complete);
});

test('a replaced key that still opens is taken from the file too', () => {
  const { RAFAGA_WORKER_KEY: replaced, ...others } = secretsOf(home);
  const kept = {
    ...others,
    RAFAGA_WORKER_KEY: 'a new key',
    RAFAGA_WORKER_KEY_PREVIOUS: replaced,
  };
  writeFileSync(path.join(home, 'secrets.json'), JSON.stringify(kept));
  expect(secretsOf(home)).toEqual(kept);
});

test('a secret of the environment is left to the environment', () => {
  process.env.RAFAGA_PEPPER = 'mine';
  expect(Object.keys(secretsOf(home))).toEqual(KEYS.filter((name) => name !== 'RAFAGA_PEPPER'));
});

const ALL = Object.fromEntries(
  [
    'PATH',
    'RAFAGA_HOME',
    'RAFAGA_WORKERS',
    'RAFAGA_MASTER_KEY_PREVIOUS',
    'RAFAGA_WORKER_KEY',
    'RAFAGA_WORKER_KEY_PREVIOUS_FILE',
    'RAFAGA_WORKER_PUBLIC_KEY',
    'RAFAGA_PANEL_KEY_FILE',
    'RAFAGA_PANEL_PUBLIC_KEY',
    'RAFAGA_PEPPER',
  ].map((name) => [name, 'x']),
);
const PLAIN = ['PATH', 'RAFAGA_HOME', 'RAFAGA_WORKERS'];

test.each([
  ['api', ['RAFAGA_PEPPER']],
  ['simulator', []],
  [
    'worker',
    [
      'RAFAGA_MASTER_KEY_PREVIOUS',
      'RAFAGA_WORKER_KEY',
      'RAFAGA_WORKER_KEY_PREVIOUS_FILE',
      'RAFAGA_WORKER_PUBLIC_KEY',
      'RAFAGA_PANEL_PUBLIC_KEY',
    ],
  ],
  [
    'panel',
    [
      'RAFAGA_MASTER_KEY_PREVIOUS',
      'RAFAGA_WORKER_PUBLIC_KEY',
      'RAFAGA_PANEL_KEY_FILE',
      'RAFAGA_PANEL_PUBLIC_KEY',
      'RAFAGA_PEPPER',
    ],
  ],
])('the secrets of %s are its own', (program, own) => {
  expect(Object.keys(programEnv(program, ALL))).toEqual([...PLAIN, ...own]);
});
