#!/usr/bin/env node
/**
 * release.mjs FOLDER [IMAGE ...]: puts the bundle of each image into the folder, with its bill of
 * materials. The same sources give the same bytes.
 */
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../processes/places.mjs';
import { bomOf, IMAGES } from './images.mjs';

const [folder, ...named] = process.argv.slice(2);
for (const image of named.length > 0 ? named : IMAGES) {
  const target = path.resolve(folder, image);
  cpSync(path.join(root, 'apps', image, 'bundle'), target, { recursive: true });
  writeFileSync(path.join(target, 'sbom.cdx.json'), await bomOf(image));
}
