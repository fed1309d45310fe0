/** Finds more packages in an image than its budget, and packages that no review has recorded. */

/**
 * How many packages an image may hold. Numbers only decrease: a new package replaces another.
 * `docker/README.md` tells what brings them.
 * @type {Record<string, number>}
 */
const BUDGET = { api: 138, worker: 106, panel: 166, simulator: 52, cli: 107 };

/** @typedef {Record<string, Map<string, string[]>>} Held by image, as `packagesOf` gives them */

/**
 * @typedef {object} Bom the parts of a CycloneDX document that are read here
 * @property {{ component: { 'bom-ref': string } }} metadata
 * @property {{ ref: string, dependsOn?: string[] }[]} dependencies
 */

/** @param {string[]} names @param {Bom[]} boms in their order @returns {Held} */
export const heldBy = (names, boms) =>
  Object.fromEntries(boms.map((bom, at) => [names[at], packagesOf(bom)]));

/** @param {Held} held */
export function excess(held, record, budget = BUDGET) {
  return [...unrecorded(held, record), ...beyond(held, budget)];
}

function unrecorded(held, record) {
  const recorded = new Set(record.split('\n'));
  const lines = recordOf(held).split('\n');
  const gone = [...recorded].filter((line) => !lines.includes(line));
  const added = lines.filter((line) => !recorded.has(line));
  if (gone.length + added.length === 0) return [];
  return [
    'RAFAGA_GOLDEN=write npm test -- test/layout records the packages, after a review of these:',
    ...gone.map((line) => `- ${line}`),
    ...added.map((line) => `+ ${line} (${chainTo(held, line)})`),
  ];
}

/** What brought the package of a line of the record. */
function chainTo(held, line) {
  const [name] = line.split(':');
  const chains = Object.values(held).flatMap((packages) => [...packages.values()]);
  return chains.find((chain) => chain.at(-1) === name)?.join(' > ');
}

function beyond(held, budget) {
  return Object.entries(held).flatMap(([image, { size }]) =>
    size > budget[image]
      ? [`the image ${image} has ${size} packages; its limit is ${budget[image]}`]
      : [],
  );
}

/** @param {Held} held */
export function recordOf(held) {
  const images = new Map();
  for (const [image, packages] of Object.entries(held))
    for (const name of new Set([...packages.keys()].map(packageName)))
      images.set(name, [...(images.get(name) ?? []), image]);
  const lines = [...images].map(([name, of]) => `${name}: ${of.join(' ')}\n`);
  return lines.sort().join('');
}

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

const packageName = (ref) => decode(ref).replace(/(.)@.*$/, '$1');
