/** npm run sbom [-- FOLDER]: writes the CycloneDX bill of materials of each image there. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inCheckout } from '../setup/checkout.mjs';

export const command = ([target = '.rafaga-sbom']) =>
  inCheckout(async () => {
    const { bomOf, IMAGES } = await import('../../supply/images.mjs');
    mkdirSync(target, { recursive: true });
    for (const image of IMAGES) {
      const file = path.join(target, `rafaga-${image}.cdx.json`);
      writeFileSync(file, await bomOf(image));
      console.log(file);
    }
    return 0;
  });
