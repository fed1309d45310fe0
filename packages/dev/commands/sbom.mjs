/**
 * npm run sbom [-- FOLDER]: writes the CycloneDX bill of materials of each image into the folder,
 * and records the packages that the images hold.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inCheckout } from '../setup/checkout.mjs';

const folder = '.rafaga-check';

export const command = ([target = '.rafaga-sbom']) =>
  inCheckout({ folder, redis: false }, async () => {
    const { bomOf, IMAGES } = await import('../supply/images.mjs');
    const { heldByImages, recordPackages } = await import('../supply/budget.mjs');
    mkdirSync(target, { recursive: true });
    for (const image of IMAGES) {
      const file = path.join(target, `rafaga-${image}.cdx.json`);
      writeFileSync(file, await bomOf(image));
      console.log(file);
    }
    recordPackages(await heldByImages());
    return 0;
  });
