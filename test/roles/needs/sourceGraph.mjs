/**
 * The declarations of the packages that speak to the database, and what each of them names: so that
 * it is known which of their statements a program can run. A name counts wherever it is written, so
 * that nothing that may run is left out.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';

/** The root of the checkout. */
export const root = path.resolve(import.meta.dirname, '../../..');

const LIBRARIES = ['archive', 'db', 'operations'];

/**
 * @typedef {object} Declaration
 * @property {any} node of the syntax tree
 * @property {Set<string>} names every identifier in it
 * @property {(name: string) => Declaration | undefined} named what a name in it stands for
 */

/**
 * A node of a syntax tree, and every one below it.
 * @returns {Generator<any>}
 */
export function* nodesOf(tree) {
  if (Array.isArray(tree)) for (const each of tree) yield* nodesOf(each);
  else if (tree !== null && typeof tree === 'object') {
    if (typeof tree.type === 'string') yield tree;
    for (const key of Object.keys(tree)) if (key !== 'span') yield* nodesOf(tree[key]);
  }
}

/** Without the names of properties. */
function namesIn(tree) {
  const nodes = [...nodesOf(tree)];
  const properties = new Set(
    nodes.flatMap(({ type, property, key }) =>
      type === 'MemberExpression' ? [property] : type === 'KeyValueProperty' ? [key] : [],
    ),
  );
  return new Set(
    nodes.flatMap((node) =>
      node.type === 'Identifier' && !properties.has(node) ? [node.value] : [],
    ),
  );
}

const sourcesOf = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('generated'))
    .map((file) => path.join(root, folder, file));

/** @returns {any[]} */
const parsed = (file) =>
  parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') }).body;

/** @returns {(program: string) => Declaration[]} the declarations that a program can reach */
export function readSources() {
  const modules = new Map();
  const find = (file, name) => {
    const { own, from, again } = modules.get(file) ?? {};
    if (!own) return undefined;
    if (own.has(name) || from.has(name)) return own.get(name) ?? find(from.get(name), name);
    return again.map((target) => find(target, name)).find(Boolean);
  };
  for (const name of LIBRARIES)
    for (const file of sourcesOf(`packages/${name}/src`)) modules.set(file, moduleOf(file, find));
  const entries = [...modules.keys()].filter((file) =>
    /\/(db\/src\/index\.ts$|(archive|operations)\/src\/)/.test(file),
  );
  return (program) =>
    reachable(
      startOf(program).flatMap((name) => entries.flatMap((file) => find(file, name) ?? [])),
    );
}

/** Its own declarations, the modules that its other names are from, and those it passes on. */
function moduleOf(file, find) {
  const [own, from, again] = [new Map(), new Map(), []];
  const named = (name) =>
    own.get(name) ?? (from.has(name) ? find(from.get(name), name) : undefined);
  const add = (name, node) => own.set(name, { node, names: namesIn(node), named });
  for (const item of parsed(file)) {
    const node = item.type === 'ExportDeclaration' ? item.declaration : item;
    if (item.source) {
      const target = targetOf(file, item.source.value);
      for (const { local, orig, exported } of item.specifiers ?? [])
        from.set((local ?? exported ?? orig).value, target);
      if (item.type === 'ExportAllDeclaration') again.push(target);
    } else if (node.type === 'VariableDeclaration') {
      for (const one of node.declarations) for (const name of namesIn(one.id)) add(name, one);
    } else add(node.identifier?.value ?? node.id?.value ?? `at ${node.span.start}`, node);
  }
  return { own, from, again };
}

function targetOf(file, source) {
  const library = LIBRARIES.find((name) => source === `@rafaga/${name}`);
  if (library) return path.join(root, 'packages', library, 'src/index.ts');
  return path.resolve(path.dirname(file), source.replace(/\.js$/, '.ts'));
}

/** The names that the files of a program import from the libraries. */
const startOf = (program) => [
  ...new Set(sourcesOf(`apps/${program}/src`).flatMap((file) => importedBy(parsed(file)))),
];

/** Where a library is imported in a function, every name that is taken out of an object. */
function importedBy(module) {
  const nodes = [...nodesOf(module)];
  const isLater = nodes.some(
    ({ type, callee, arguments: given }) =>
      type === 'CallExpression' &&
      callee.type === 'Import' &&
      LIBRARY.test(given[0]?.expression.value),
  );
  const imported = nodes.flatMap(({ type, source, specifiers }) =>
    type === 'ImportDeclaration' && LIBRARY.test(source.value)
      ? specifiers.map(({ local, imported: name }) => (name ?? local).value)
      : [],
  );
  if (!isLater) return imported;
  const taken = nodes.flatMap(({ type, properties, object, property }) => {
    if (type === 'ObjectPattern') return properties.flatMap(({ key }) => key?.value ?? []);
    return type === 'MemberExpression' && object.type === 'ParenthesisExpression'
      ? [property.value]
      : [];
  });
  return [...imported, ...taken];
}

const LIBRARY = /^@rafaga\/(archive|db|operations)\b/;

function reachable(start) {
  const found = new Set();
  const waiting = [...start];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (found.has(one)) continue;
    found.add(one);
    for (const name of one.names) waiting.push(...[one.named(name)].filter(Boolean));
  }
  return [...found];
}
