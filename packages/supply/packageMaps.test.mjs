/** Tests what the stack of an error names in a bundle. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { run } from '../processes/run.mjs';
import { packageMaps } from './packageMaps.mjs';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'rafaga-maps-')));
afterAll(() => rmSync(folder, { recursive: true }));

test('the stack names our file and line, and the file of a package', async () => {
  const place = path.join(folder, 'node_modules', 'failing');
  mkdirSync(place, { recursive: true });
  writeFileSync(path.join(place, 'index.js'), 'exports.fail = () => {\n  throw new Error();\n};\n');
  const source = "import { fail } from 'failing';\n\nconst call = () => fail();\ncall();\n";
  writeFileSync(path.join(folder, 'source.mjs'), source);
  const outfile = path.join(folder, 'out', 'bundle.mjs');
  await build({
    entryPoints: [path.join(folder, 'source.mjs')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    sourcemap: 'linked',
    sourcesContent: false,
    plugins: [packageMaps],
  });
  const report = `import(${JSON.stringify(outfile)}).catch(({ stack }) => console.log(stack))`;
  const { stdout } = await run(process.execPath, ['--enable-source-maps', '--eval', report]);
  expect(stdout).toContain(`${folder}/source.mjs:3:20`);
  expect(stdout).toContain(`${place}/index.js:`);
});
