/** Tests the licenses that a bundle carries. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { licensesOf } from './licenses.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'rafaga-licenses-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** @returns the path of its code */
function aPackage(name, version, files = {}) {
  const place = path.join(folder, 'node_modules', name);
  mkdirSync(path.join(place, 'src'), { recursive: true });
  const manifest = JSON.stringify({ name, version, license: 'MIT' });
  for (const [file, text] of Object.entries({ 'package.json': manifest, ...files }))
    writeFileSync(path.join(place, file), text);
  return path.join(place, 'src', 'index.js');
}

test('each package is named once, with its license files or the name of its license', () => {
  const one = aPackage('@scope/one', '1.0.0', { LICENSE: 'Of one.\n', 'notice.md': 'Notice.' });
  const two = aPackage('two', '2.0.0', { 'readme.md': 'Read me.' });
  const ours = path.join(folder, 'apps', 'api', 'main.js');
  expect(licensesOf([two, one, ours, `${one}.map`])).toBe(
    '@scope/one 1.0.0 (MIT)\n\nOf one.\n\nNotice.\n\n\ntwo 2.0.0 (MIT)\n\n',
  );
});
