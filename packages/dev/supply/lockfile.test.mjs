/** Tests that a planted lockfile is refused, whatever source it hides. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../settings/places.mjs';
import { unsafe } from './lockfile.mjs';

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
  return unsafe(SMALL.replace(text, replacement));
}

test('the lockfile of this checkout is accepted', () => {
  expect(unsafe(readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8'))).toEqual([]);
  expect(unsafe(SMALL)).toEqual([]);
});

test.each([
  ['without a hash', '', 'sin integridad'],
  ['with a weak hash', 'integrity: sha1-hq1PqX2Q3Qg7wDUoBmDPwgnSlZc=', 'sin integridad'],
  ['of another server', `integrity: ${HASH}, tarball: https://127.0.0.1/a.tgz`, '(tarball)'],
  ['of a folder', `integrity: ${HASH}, directory: ../express`, '(directory)'],
])('a package %s is refused', (_, resolution, says) => {
  expect(planted(`integrity: ${HASH}`, resolution)).toEqual([expect.stringContaining(says)]);
});

test.each([
  'https://127.0.0.1/expressjs/express/tar.gz/0123456',
  'git+ssh://git@127.0.0.1/expressjs/express.git#0123456',
  'file:../express',
  'link:../../../express',
])('a dependency on %s is refused', (source) => {
  expect(planted('version: 5.3.0', `version: ${source}`)).toEqual([
    expect.stringContaining('apps/api: express'),
  ]);
  expect(planted('accepts: 2.0.0', `accepts: ${source}`)).toEqual([
    expect.stringContaining('express@5.3.0: accepts'),
  ]);
  expect(planted('express@5.3.0:\n    resolution', `express@${source}:\n    resolution`)).toEqual([
    expect.stringContaining('no es un nombre con su versión'),
  ]);
});
