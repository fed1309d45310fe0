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
  bom.components.sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  return `${JSON.stringify(bom, null, 2)}\n`;
}
