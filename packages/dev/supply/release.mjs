#!/usr/bin/env node
/**
 * release.mjs FOLDER [IMAGE ...]: puts the files of each image into the folder, with its bill of
 * materials. The same sources give the same bytes.
 */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../processes/run.mjs';
import { bomOf, IMAGES } from './images.mjs';

const DEPLOY =
  'deploy --prod --legacy --config.minimum-release-age=0 --config.allow-unused-patches=true ' +
  '--config.prefer-offline=true';

const [folder, ...named] = process.argv.slice(2);
for (const image of named.length > 0 ? named : IMAGES) {
  const target = path.resolve(folder, image);
  await run('pnpm', ['--filter', `@rafaga/${image}`, ...DEPLOY.split(' '), target]);
  // it holds the time of the install
  rmSync(path.join(target, 'node_modules', '.modules.yaml'));
  writeFileSync(path.join(target, 'sbom.cdx.json'), await bomOf(image));
}
