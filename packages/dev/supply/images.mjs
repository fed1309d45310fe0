/** The bill of materials of each image, from the lockfile. */
import { run } from '../processes/run.mjs';

export const IMAGES = ['api', 'worker', 'panel', 'simulator', 'cli'];

const SBOM =
  'sbom --prod --lockfile-only --sbom-format cyclonedx --sbom-spec-version 1.6 ' +
  '--sbom-type application';

/**
 * The bill of materials of an image, as a CycloneDX document: sorted, and without the time and the
 * random number that pnpm adds, so that it changes only with the packages.
 */
export async function bomOf(image) {
  const { stdout } = await run('pnpm', ['--filter', `@rafaga/${image}`, ...SBOM.split(' ')]);
  const { serialNumber, ...bom } = JSON.parse(stdout);
  delete bom.metadata.timestamp;
  bom.components = sortedBy('bom-ref', bom.components);
  bom.dependencies = sortedBy('ref', bom.dependencies);
  for (const { dependsOn } of bom.dependencies) dependsOn?.sort();
  return `${JSON.stringify(bom, null, 2)}\n`;
}

const sortedBy = (key, list) => [...list].sort((a, b) => (a[key] < b[key] ? -1 : 1));
