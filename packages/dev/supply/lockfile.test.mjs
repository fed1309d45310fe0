/** Tests that a planted lockfile is refused, whatever source it hides. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../settings/places.mjs';
import { unsafe } from './lockfile.mjs';

const lockfile = readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8');

/** What is found after the first text that matches was replaced. */
function planted(pattern, replacement) {
  const text = lockfile.replace(pattern, replacement);
  expect(text).not.toBe(lockfile);
  return unsafe(text);
}

const HASH = /(?<=\n {2}express@[\d.]+:\n {4}resolution: \{)(integrity: [^}]*)/;

test('the lockfile of this checkout is accepted', () => {
  expect(unsafe(lockfile)).toEqual([]);
});

test.each([
  ['without a hash', '', 'sin integridad'],
  ['with a weak hash', 'integrity: sha1-hq1PqX2Q3Qg7wDUoBmDPwgnSlZc=', 'sin integridad'],
  ['of another server', '$1, tarball: https://127.0.0.1/express.tgz', '(tarball)'],
  ['of a folder', '$1, directory: ../express, type: directory', '(directory)'],
])('a package %s is refused', (_, resolution, says) => {
  expect(planted(HASH, resolution)).toEqual([expect.stringContaining(says)]);
});

test.each([
  'https://127.0.0.1/expressjs/express/tar.gz/0123456',
  'git+ssh://git@127.0.0.1/expressjs/express.git#0123456',
  'file:../express',
  'link:../../../express',
])('a dependency on %s is refused', (source) => {
  const ofPart = /(?<=\n {2}apps\/api:\n[\s\S]*?\n {6}express:\n.*\n {8}version: ).*/;
  expect(planted(ofPart, source)).toEqual([expect.stringContaining('apps/api: express')]);
  const ofPackage = /(?<=\n {2}accepts@2.0.0:\n {4}dependencies:\n[\s\S]*?negotiator: ).*/;
  expect(planted(ofPackage, source)).toEqual([
    expect.stringContaining('accepts@2.0.0: negotiator'),
  ]);
  const key = /\n {2}express@[\d.]+(?=:\n {4}resolution)/;
  expect(planted(key, `\n  express@${source}`)).toHaveLength(1);
});
