/** Tests that a planted lockfile is refused, whatever source it hides. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../processes/places.mjs';
import { unsafeEntries } from './lockfile.mjs';

const HASH = `sha512-${'a'.repeat(86)}==`;

const SMALL = `importers:
  apps/api:
    dependencies:
      '@rafaga/db':
        specifier: workspace:*
        version: link:../../packages/db
      express:
        specifier: 'catalog:'
        version: 5.3.0
packages:
  express@5.3.0:
    resolution: {integrity: ${HASH}}
  accepts@2.0.0:
    resolution: {integrity: ${HASH}}
snapshots:
  express@5.3.0:
    dependencies:
      accepts: 2.0.0
  accepts@2.0.0: {}
`;

/** What is found after one text of the small lockfile was replaced. */
function planted(text, replacement) {
  expect(SMALL).toContain(text);
  return unsafeEntries(SMALL.replace(text, replacement));
}

test('the lockfile of this checkout is accepted', () => {
  expect(unsafeEntries(readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8'))).toEqual([]);
  expect(unsafeEntries(SMALL)).toEqual([]);
});

test.each([
  ['without a hash', ''],
  ['with a weak hash', 'integrity: sha1-hq1PqX2Q3Qg7wDUoBmDPwgnSlZc='],
  ['of another server', `integrity: ${HASH}, tarball: https://127.0.0.1/a.tgz`],
  ['of a folder', `integrity: ${HASH}, directory: ../express`],
  ['of git', 'type: git, repo: https://127.0.0.1/a.git, commit: 0123456'],
])('a package %s is refused', (_, resolution) => {
  expect(planted(`integrity: ${HASH}`, resolution)).toEqual(['express@5.3.0']);
});

test('a package that is written in another way is refused', () => {
  const written = `express@5.3.0:\n    resolution: {integrity: ${HASH}}`;
  const flow = 'express@5.3.0: {resolution: {directory: ../express, type: directory}}';
  expect(planted(written, flow)).toEqual(['express@5.3.0']);
});

test.each([
  'https://127.0.0.1/expressjs/express/tar.gz/0123456',
  'git+ssh://git@127.0.0.1/expressjs/express.git#0123456',
  'file:../express',
  'link:../../../express',
])('a dependency on %s is refused', (source) => {
  for (const text of ['version: 5.3.0', 'accepts: 2.0.0', 'express@5.3.0:\n    resolution'])
    expect(planted(text, text.replace(/\d\.\d\.\d/, source))).toEqual([
      expect.stringContaining(`@${source}`),
    ]);
});

test('a hook of the install is refused', () => {
  expect(planted('importers:', 'pnpmfileChecksum: sha256-a\nimporters:')).toEqual([
    'pnpmfileChecksum',
  ]);
});
