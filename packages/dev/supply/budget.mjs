/** Refuses more packages in an image than its budget, and packages that no review has recorded. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bomOf, IMAGES, packageName, packagesOf } from './images.mjs';

/**
 * How many packages an image may hold. Numbers only decrease: a new package replaces another. Once
 * they rose: the SDK of OpenTelemetry with its OTLP exporter is nine packages of its own.
 * @type {Record<string, number>}
 */
const BUDGET = { api: 169, worker: 139, panel: 189, simulator: 59, cli: 130 };

/** One line for each package: its name and the images that hold it. */
const RECORD = path.join(import.meta.dirname, 'imagePackages.txt');

/** @typedef {Record<string, Map<string, string[]>>} Held by image, as `packagesOf` gives them */

/** @returns {Promise<Held>} */
export async function heldByImages() {
  const boms = await Promise.all(IMAGES.map(bomOf));
  return Object.fromEntries(boms.map((bom, n) => [IMAGES[n], packagesOf(JSON.parse(bom))]));
}

/** @returns what is beyond the budget or the record, or '' */
export async function excessPackages() {
  return excess(await heldByImages(), readFileSync(RECORD, 'utf8')).join('\n');
}

export const recordPackages = (held) => writeFileSync(RECORD, recordOf(held));

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
    'npm run sbom registra los paquetes de las imágenes, después de revisar estos:',
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
      ? [`la imagen ${image} tiene ${size} paquetes; su límite es ${budget[image]}`]
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
