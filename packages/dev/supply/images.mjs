/** Reads from the lockfile which packages each image holds, and what brought each of them. */
import { onWindows, run } from '../processes/run.mjs';

export const IMAGES = ['api', 'worker', 'panel', 'simulator', 'cli'];

const SBOM =
  'sbom --prod --lockfile-only --sbom-format cyclonedx --sbom-spec-version 1.6 ' +
  '--sbom-type application';

/**
 * @typedef {object} Bom the parts of a CycloneDX document that are read here
 * @property {{ component: { 'bom-ref': string } }} metadata
 * @property {{ ref: string, dependsOn?: string[] }[]} dependencies
 */

/**
 * The bill of materials of an image, as a CycloneDX document: sorted, and without the time and the
 * random number that pnpm adds, so that it changes only with the packages.
 */
export async function bomOf(image) {
  const args = ['--filter', `@rafaga/${image}`, ...SBOM.split(' ')];
  const { serialNumber, ...bom } = JSON.parse(
    (await run('pnpm', args, { shell: onWindows })).stdout,
  );
  delete bom.metadata.timestamp;
  bom.components = sortedBy('bom-ref', bom.components);
  bom.dependencies = sortedBy('ref', bom.dependencies).map(({ dependsOn = [], ...rest }) => ({
    ...rest,
    dependsOn: [...dependsOn].sort(),
  }));
  return `${JSON.stringify(bom, null, 2)}\n`;
}

const sortedBy = (key, list) => [...list].sort((a, b) => (a[key] < b[key] ? -1 : 1));

/**
 * The packages of a bill of materials that this project did not write.
 * @param {Bom} bom
 * @returns {Map<string, string[]>} by name and version, the shortest chain of packages to it
 */
export function packagesOf({ metadata, dependencies }) {
  const needs = new Map(dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
  /** @type {Map<string, string[]>} grows while it is read: breadth first */
  const chains = new Map([[metadata.component['bom-ref'], []]]);
  for (const [ref, chain] of chains)
    for (const next of needs.get(ref) ?? [])
      if (!chains.has(next)) chains.set(next, [...chain, packageName(next)]);
  const external = [...chains].filter(([ref]) => !packageName(ref).startsWith('@rafaga/'));
  return new Map(external.map(([ref, chain]) => [decode(ref), chain]));
}

/** `pkg:npm/%40scope/name@1.2.3` as `@scope/name@1.2.3`. */
const decode = (ref) => decodeURIComponent(ref).replace(/^pkg:npm\//, '');

export const packageName = (ref) => decode(ref).replace(/(.)@.*$/, '$1');
