/** Tests which dynamic imports a bundle may have, with what esbuild says of real ones. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { refuseUnnamed } from './unnamedExports.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'rafaga-unnamed-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(path.join(folder, 'common.cjs'), 'exports.name = 1;\n');
writeFileSync(path.join(folder, 'module.mjs'), 'export const name = 1;\n');

/** What esbuild says of a bundle of this source. */
async function inputsOf(contents) {
  const { metafile } = await build({
    stdin: { contents, resolveDir: folder },
    absWorkingDir: folder,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    metafile: true,
  });
  return metafile.inputs;
}

test('CommonJS that is imported dynamically is refused by name', async () => {
  const inputs = await inputsOf("import('./common.cjs').then(console.log);");
  expect(() => refuseUnnamed(inputs)).toThrow('CommonJS imported dynamically: common.cjs');
});

test.each([
  "import('./module.mjs').then(console.log);",
  "import { name } from './common.cjs'; console.log(name);",
  "console.log(require('./common.cjs'));",
])('%s is not', async (source) => {
  const inputs = await inputsOf(source);
  expect(() => refuseUnnamed(inputs)).not.toThrow();
});
