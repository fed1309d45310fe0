#!/usr/bin/env node
/**
 * bundle.mjs [FOLDER IMAGE ...]: writes each program as a bundle, apps/NAME/bundle or FOLDER/IMAGE:
 * its code and that of its packages in a few files, and beside them what it reads. A bundle starts
 * in half of the CPU that hundreds of modules take, and an image needs nothing else.
 */
import { cpSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { FONT_FILES } from '../pdf/dist/type/fontFiles.js';
import { readJson } from '../processes/jsonFile.mjs';
import { root } from '../processes/places.mjs';
import { IMAGES } from './images.mjs';
import { licensesOf } from './licenses.mjs';
import { packageMaps } from './packageMaps.mjs';
import { refuseUnnamed } from './unnamedExports.mjs';

/** What CommonJS modules in a bundle call. */
const REQUIRE = [
  "import { createRequire as createBundleRequire } from 'node:module';",
  'const require = createBundleRequire(import.meta.url);',
].join('\n');

/** @type {import('esbuild').BuildOptions} */
const OPTIONS = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  banner: { js: REQUIRE },
  logLevel: 'error',
  // packages that pnpm-workspace.yaml leaves out
  external: [
    'bowser',
    'fecha',
    'pg-cloudflare',
    '@aws-sdk/credential-provider-login',
    '@aws-sdk/credential-provider-sso',
  ],
};

/** The program and its threads, which their code looks for in its own folder. */
const entriesOf = (dist) =>
  readdirSync(path.join(root, dist), { recursive: true })
    .map(String)
    .filter((file) => /(^|\/)(main|\w+Thread)\.js$/.test(file))
    .map((file) => ({ in: path.join(dist, file), out: path.basename(file, '.js') }));

/** A file of an npm package, as a package of the project finds it. */
const fileFor = (folder, specifier) =>
  createRequire(path.join(root, folder, 'package.json')).resolve(specifier);

/** What the code of a folder reads at run time, and where in a bundle it looks for that. */
const READ = {
  'packages/pdf': Object.values(FONT_FILES).map((font) => ({
    from: fileFor('packages/pdf', font),
    to: `fonts/${path.basename(font)}`,
  })),
  'packages/certificates': [
    {
      from: path.join(root, 'packages/certificates/openingProcess.mjs'),
      to: 'openingProcess.mjs',
    },
  ],
  'apps/panel': [
    { from: path.join(root, 'apps/panel/assets'), to: 'assets' },
    { from: fileFor('apps/panel', '@hyzyla/pdfium/pdfium.wasm'), to: 'dist/pdfium.wasm' },
  ],
};

/** A program that starts meanwhile finds the bundle before it, whole. */
async function bundle(app, version, target) {
  const made = `${target}.new`;
  rmSync(made, { recursive: true, force: true });
  await write(app, version, made);
  rmSync(target, { recursive: true, force: true });
  renameSync(made, target);
}

async function write(app, version, target) {
  const { metafile } = await build({
    ...OPTIONS,
    entryPoints: entriesOf(`apps/${app}/dist`),
    outdir: path.join(target, 'dist'),
    splitting: true,
    plugins: [packageMaps],
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
  });
  refuseUnnamed(metafile.inputs);
  const files = Object.keys(metafile.inputs);
  const has = (folder) => files.some((file) => file.startsWith(`${folder}/`));
  const copied = Object.keys(READ)
    .filter(has)
    .flatMap((folder) => READ[folder]);
  for (const { from, to } of copied) cpSync(from, path.join(target, to), { recursive: true });
  if (has('packages/certificates')) {
    const entryPoints = ['packages/certificates/openFile.mjs'];
    const outfile = path.join(target, 'openFile.mjs');
    const opening = await build({ ...OPTIONS, entryPoints, outfile, metafile: true });
    files.push(...Object.keys(opening.metafile.inputs));
  }
  const sources = [...files, ...copied.map(({ from }) => from)];
  const all = sources.map((file) => path.resolve(root, file));
  writeFileSync(path.join(target, 'LICENSES.txt'), licensesOf(all));
  const manifest = { name: `@rafaga/${app}`, version, private: true, type: 'module' };
  writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

const [folder, ...named] = process.argv.slice(2);
const { version } = readJson(path.join(root, 'package.json'));
const targetOf = (app) =>
  folder ? path.resolve(folder, app) : path.join(root, 'apps', app, 'bundle');
const apps = folder ? named : IMAGES;
await Promise.all(apps.map((app) => bundle(app, version, targetOf(app))));
